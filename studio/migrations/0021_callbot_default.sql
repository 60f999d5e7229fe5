-- Scenarios belong to callbots, and a callbot's default is one of them.
ALTER TABLE callbots ADD FOREIGN KEY (tenant_id, default_scenario_id) REFERENCES scenarios (tenant_id, id);
