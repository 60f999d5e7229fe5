-- Roles, tenancy, people and what is written about them.

-- Two roles that nobody can log in as. studio_app sees one tenant; studio_system sees all of them (log-in, workers, the operator).
DO $$
BEGIN
  -- Where they are there already, the right to make them is not needed; two databases of one server may be set up at the same time.
  IF to_regrole('studio_app') IS NULL THEN
    BEGIN CREATE ROLE studio_app NOLOGIN NOBYPASSRLS; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
  END IF;
  IF to_regrole('studio_system') IS NULL THEN
    BEGIN CREATE ROLE studio_system NOLOGIN NOBYPASSRLS; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
  END IF;
  IF NOT pg_has_role(current_user, 'studio_app', 'MEMBER') THEN EXECUTE format('GRANT studio_app TO %I', current_user); END IF;
  IF NOT pg_has_role(current_user, 'studio_system', 'MEMBER') THEN EXECUTE format('GRANT studio_system TO %I', current_user); END IF;
END $$;
GRANT USAGE ON SCHEMA public TO studio_app, studio_system;

-- The tenant of this transaction; null (which equals nothing) outside of a tenant's scope.
CREATE FUNCTION studio_tenant() RETURNS uuid LANGUAGE sql STABLE
  RETURN nullif(current_setting('studio.tenant_id', true), '')::uuid;

-- Every tenant table ends with SELECT studio_protect('name').
CREATE FUNCTION studio_protect(name text, tenant_column text DEFAULT 'tenant_id') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY tenant_isolation ON %I TO studio_app USING (%I = (SELECT studio_tenant())) WITH CHECK (%I = (SELECT studio_tenant()))',
                 name, tenant_column, tenant_column);
  EXECUTE format('CREATE POLICY system_access ON %I TO studio_system USING (true) WITH CHECK (true)', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO studio_app, studio_system', name);
END $$;

CREATE TABLE tenants (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  is_operator boolean NOT NULL DEFAULT false,
  disabled_at timestamptz,
  time_zone text NOT NULL DEFAULT 'UTC',
  settings jsonb NOT NULL DEFAULT '{}',
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tenants_name ON tenants (lower(name));
CREATE UNIQUE INDEX tenants_one_operator ON tenants (is_operator) WHERE is_operator;
SELECT studio_protect('tenants', 'id');
REVOKE INSERT, DELETE ON tenants FROM studio_app;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL DEFAULT true,
  roles text[] NOT NULL DEFAULT '{}' CHECK (roles <@ ARRAY['STUDIO_ADMIN', 'STUDIO_PROJECT', 'STUDIO_MONITORING']),
  disabled_at timestamptz,
  last_login_at timestamptz,
  password_changed_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id)
);
-- A person logs in with the address alone, so it is unique over all tenants.
CREATE UNIQUE INDEX users_email ON users (lower(email));
SELECT studio_protect('users');

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  user_id uuid NOT NULL,
  refresh_hash bytea NOT NULL,
  previous_hashes bytea[] NOT NULL DEFAULT '{}',
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_because text,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (tenant_id, user_id);
SELECT studio_protect('sessions');

-- Keys that sign tokens: one newest, older ones until their tokens have run out. Private halves are sealed.
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_keys TO studio_system;

-- Failed log-ins by account and by address; no tenant, because the account may not exist.
CREATE TABLE login_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL,
  blocked_until timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_failures TO studio_system;

CREATE TABLE login_history (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  user_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  outcome text NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX login_history_user ON login_history (tenant_id, user_id, id);
SELECT studio_protect('login_history');
REVOKE UPDATE, DELETE ON login_history FROM studio_app;

-- Who wrote what. The application can add to it and read it, nothing else.
CREATE TABLE audit_records (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid,
  actor_email text NOT NULL,
  action text NOT NULL,
  resource_id text,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text NOT NULL,
  address text NOT NULL
);
CREATE INDEX audit_records_tenant ON audit_records (tenant_id, id);
SELECT studio_protect('audit_records');
REVOKE UPDATE, DELETE ON audit_records FROM studio_app, studio_system;

-- What a POST with an Idempotency-Key answered, so that its repetition gets the same answer. The body is sealed: it may hold a secret shown once.
CREATE TABLE idempotency_keys (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  headers jsonb,
  body_sealed text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
SELECT studio_protect('idempotency_keys');
