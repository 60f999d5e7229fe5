-- Campaigns: whom to call, when, how often. What came of each attempt stands in calls (0050).

CREATE TABLE campaign_groups (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  project_id uuid NOT NULL,
  name text NOT NULL,
  -- Calls of all campaigns of the group at the same time; null: no limit of its own.
  max_concurrent integer CHECK (max_concurrent > 0),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id)
);
CREATE UNIQUE INDEX campaign_groups_name ON campaign_groups (tenant_id, project_id, lower(name));
SELECT studio_protect('campaign_groups');

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  project_id uuid NOT NULL,
  callbot_id uuid NOT NULL,
  -- Null: whichever scenario of the callbot is active when the call is placed.
  scenario_id uuid,
  group_id uuid,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'running', 'paused', 'finished')),
  gateway text NOT NULL CHECK (gateway IN ('simulated', 'jambonz')),
  -- Name of a gateway of the trunk document; null: its prefix routes choose.
  trunk text,
  caller_number text NOT NULL,
  max_concurrent integer NOT NULL CHECK (max_concurrent > 0),
  calls_per_minute integer CHECK (calls_per_minute > 0),
  ring_timeout_s integer NOT NULL,
  default_time_zone text NOT NULL,
  calling_window jsonb,
  retry_policy jsonb NOT NULL,
  simulation jsonb,
  record_calls boolean NOT NULL DEFAULT false,
  -- Pacing and the dialer's next look; the row is locked while calls are claimed.
  next_claim_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  finished_because text CHECK (finished_because IN ('all_contacts_done', 'user')),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id),
  FOREIGN KEY (tenant_id, callbot_id) REFERENCES callbots (tenant_id, id),
  FOREIGN KEY (tenant_id, scenario_id) REFERENCES scenarios (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES campaign_groups (tenant_id, id)
);
CREATE UNIQUE INDEX campaigns_name ON campaigns (tenant_id, project_id, lower(name));
CREATE INDEX campaigns_due ON campaigns (next_claim_at) WHERE state = 'running';
SELECT studio_protect('campaigns');

-- waiting: to be called at next_at; calling: a call is open; reached, exhausted, removed: nothing more to do.
CREATE TABLE contacts (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  campaign_id uuid NOT NULL,
  number text NOT NULL,
  external_id text,
  name text NOT NULL DEFAULT '',
  time_zone text NOT NULL,
  variables jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'calling', 'reached', 'exhausted', 'removed')),
  attempts integer NOT NULL DEFAULT 0,
  last_result text,
  next_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id) ON DELETE CASCADE
);
-- Nobody is in a campaign twice, however often a list is uploaded.
CREATE UNIQUE INDEX contacts_number ON contacts (campaign_id, number);
CREATE INDEX contacts_due ON contacts (campaign_id, next_at, id) WHERE state = 'waiting';
CREATE INDEX contacts_state ON contacts (campaign_id, state, id);
SELECT studio_protect('contacts');
