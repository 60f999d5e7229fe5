-- Scenarios of callbots, their immutable numbered versions, and who is editing.

CREATE TABLE scenarios (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  callbot_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Number of the newest version; 0 while there is none. Whoever adds a version holds this row.
  latest_version integer NOT NULL DEFAULT 0,
  -- What calls run; null while nothing is live.
  published_version integer,
  published_at timestamptz,
  archived_at timestamptz,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  CHECK (published_version BETWEEN 1 AND latest_version),
  FOREIGN KEY (tenant_id, callbot_id) REFERENCES callbots (tenant_id, id)
);
-- An archived scenario gives its name free.
CREATE UNIQUE INDEX scenarios_name ON scenarios (tenant_id, callbot_id, lower(name)) WHERE archived_at IS NULL;
CREATE INDEX scenarios_callbot ON scenarios (tenant_id, callbot_id, id);
SELECT studio_protect('scenarios');

CREATE TABLE scenario_versions (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  scenario_id uuid NOT NULL,
  version integer NOT NULL,
  format text NOT NULL CHECK (format IN ('v1', 'v2')),
  definition jsonb NOT NULL CHECK (definition->>'format' = format),
  comment text NOT NULL DEFAULT '',
  -- How it came about, and from what: the version of this or another scenario.
  origin text NOT NULL DEFAULT 'save' CHECK (origin IN ('save', 'migrate-v2', 'duplicate')),
  origin_scenario_id uuid,
  origin_version integer,
  -- The name as it was then: a version says who made it even when the user is gone.
  created_by uuid NOT NULL,
  created_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, scenario_id, version),
  FOREIGN KEY (tenant_id, scenario_id) REFERENCES scenarios (tenant_id, id)
);
SELECT studio_protect('scenario_versions');
REVOKE UPDATE, DELETE ON scenario_versions FROM studio_app, studio_system;

CREATE FUNCTION scenario_versions_are_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'versions of scenarios are immutable' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER scenario_versions_immutable BEFORE UPDATE OR DELETE ON scenario_versions
  FOR EACH ROW EXECUTE FUNCTION scenario_versions_are_immutable();
CREATE TRIGGER scenario_versions_kept BEFORE TRUNCATE ON scenario_versions
  FOR EACH STATEMENT EXECUTE FUNCTION scenario_versions_are_immutable();

-- Numbers go up by one, without a gap, whoever writes.
CREATE FUNCTION scenario_versions_are_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest integer;
BEGIN
  UPDATE scenarios SET latest_version = latest_version + 1 WHERE tenant_id = NEW.tenant_id AND id = NEW.scenario_id
    RETURNING latest_version INTO latest;
  IF latest IS DISTINCT FROM NEW.version THEN
    RAISE EXCEPTION 'the next version is %, not %', latest, NEW.version USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scenario_versions_numbered BEFORE INSERT ON scenario_versions
  FOR EACH ROW EXECUTE FUNCTION scenario_versions_are_numbered();

ALTER TABLE scenarios ADD FOREIGN KEY (tenant_id, id, published_version)
  REFERENCES scenario_versions (tenant_id, scenario_id, version);
ALTER TABLE callbots ADD FOREIGN KEY (tenant_id, default_scenario_id) REFERENCES scenarios (tenant_id, id);

-- The one who is editing. A lock that has run out is as good as none, whether or not its row is still there.
CREATE TABLE scenario_locks (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  scenario_id uuid NOT NULL,
  holder_id uuid NOT NULL,
  taken_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, scenario_id),
  FOREIGN KEY (tenant_id, scenario_id) REFERENCES scenarios (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, holder_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
SELECT studio_protect('scenario_locks');
