-- Projects with their people and libraries, callbots, and the schedules that choose a callbot's scenario.

CREATE TABLE projects (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  archived_at timestamptz,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id)
);
-- An archived project gives its name free.
CREATE UNIQUE INDEX projects_name ON projects (tenant_id, lower(name)) WHERE archived_at IS NULL;
SELECT studio_protect('projects');

CREATE TABLE project_members (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('manager', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, project_id, user_id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX project_members_user ON project_members (tenant_id, user_id);
SELECT studio_protect('project_members');

-- Intents, prompts and variables that the scenarios of a project share. `body` holds what the kind needs besides its name.
CREATE TABLE library_items (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  project_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('intent', 'prompt', 'variable')),
  name text NOT NULL,
  -- Of a prompt; the other kinds are there once for all languages.
  language text NOT NULL DEFAULT '',
  body jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX library_items_name ON library_items (tenant_id, project_id, kind, name, language);
SELECT studio_protect('library_items');

CREATE TABLE callbots (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  project_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- What runs where no schedule says otherwise; scenarios refer to their callbot, so the foreign key the other way round is made after them.
  default_scenario_id uuid,
  archived_at timestamptz,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id)
);
CREATE UNIQUE INDEX callbots_name ON callbots (tenant_id, project_id, lower(name)) WHERE archived_at IS NULL;
CREATE INDEX callbots_project ON callbots (tenant_id, project_id, id);
SELECT studio_protect('callbots');

CREATE TABLE schedules (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  callbot_id uuid NOT NULL,
  name text NOT NULL DEFAULT '',
  enabled boolean NOT NULL DEFAULT true,
  time_zone text NOT NULL,
  -- Both inclusive, local dates of the time zone; null is open.
  valid_from date,
  valid_to date,
  rules jsonb NOT NULL DEFAULT '[]',
  exceptions jsonb NOT NULL DEFAULT '[]',
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  CHECK (valid_from <= valid_to),
  FOREIGN KEY (tenant_id, callbot_id) REFERENCES callbots (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX schedules_callbot ON schedules (tenant_id, callbot_id, id);
SELECT studio_protect('schedules');
