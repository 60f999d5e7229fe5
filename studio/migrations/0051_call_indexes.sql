-- Calls are looked up by (tenant_id, id) for every event that is written of them (the foreign key of call_events). On a database whose
-- statistics are not gathered yet, all indexes that begin with tenant_id look alike to the planner, and one that leads to all calls of
-- the tenant may be taken. So none does but the one that is meant, and those of a part of the table.

-- The same columns as UNIQUE (tenant_id, id).
DROP INDEX calls_list;
-- Retention has its own (0072).
DROP INDEX calls_ended;
DROP INDEX calls_campaign;
CREATE INDEX calls_campaign ON calls (campaign_id, id) WHERE campaign_id IS NOT NULL;
DROP INDEX calls_scenario;
CREATE INDEX calls_scenario ON calls (scenario_id, scenario_version, id);
DROP INDEX calls_to_number;
CREATE INDEX calls_to_number ON calls (to_number, tenant_id);

-- The key of the call holds the tenant; looking the tenant up once more for every event only makes all writers lock one row.
ALTER TABLE call_events DROP CONSTRAINT call_events_tenant_id_fkey;
