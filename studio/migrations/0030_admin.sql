-- What administrators look after: trunks, gateways' credentials, AI settings, usage; and the audit that nobody can change.

-- Grants bind the application's roles; these triggers bind the owner of the tables as well.
CREATE FUNCTION studio_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE ON audit_records
  FOR EACH ROW EXECUTE FUNCTION studio_append_only();
CREATE TRIGGER audit_records_keep BEFORE TRUNCATE ON audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION studio_append_only();
CREATE INDEX audit_records_at ON audit_records (tenant_id, at);
CREATE INDEX audit_records_resource ON audit_records (tenant_id, resource_id, id);
CREATE INDEX login_history_tenant ON login_history (tenant_id, id);

-- One document for each tenant, without its passwords.
CREATE TABLE trunk_documents (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id),
  document jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT studio_protect('trunk_documents');

-- The password of one gateway of the document, sealed to its row.
CREATE TABLE trunk_passwords (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  gateway text NOT NULL,
  password_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, gateway)
);
SELECT studio_protect('trunk_passwords');

-- What a voice gateway shows to read its tenant's trunks. A random secret: its plain SHA-256 is enough.
CREATE TABLE gateway_credentials (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  name text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  UNIQUE (tenant_id, id)
);
CREATE UNIQUE INDEX gateway_credentials_name ON gateway_credentials (tenant_id, lower(name));
SELECT studio_protect('gateway_credentials');

CREATE TABLE ai_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants (id),
  provider text NOT NULL CHECK (provider IN ('builtin', 'openai_compatible')),
  endpoint_url text,
  model text,
  key_sealed text,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (provider = 'builtin' OR (endpoint_url IS NOT NULL AND model IS NOT NULL))
);
SELECT studio_protect('ai_settings');

-- Counted in the transaction of what is counted. Slots keep connections from waiting for each other; a reader adds them up.
CREATE TABLE usage_counters (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  -- A calendar day in the tenant's time zone.
  day date NOT NULL,
  metric text NOT NULL CHECK (metric IN ('calls', 'answered_calls', 'call_seconds', 'test_calls')),
  slot smallint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (tenant_id, day, metric, slot)
);
SELECT studio_protect('usage_counters');
