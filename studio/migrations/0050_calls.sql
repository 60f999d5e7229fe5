-- Calls and what happened in them.

-- queued: claimed, nothing dialled yet. dialing: the gateway was asked (written before it is). in_progress: answered. ended: outcome stands.
CREATE TABLE calls (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  project_id uuid NOT NULL,
  callbot_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('campaign', 'test')),
  campaign_id uuid,
  contact_id uuid,
  -- Which attempt at its contact this is, from 1.
  attempt integer,
  scenario_id uuid NOT NULL,
  scenario_version integer NOT NULL,
  gateway text NOT NULL,
  trunk text,
  to_number text NOT NULL,
  from_number text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'dialing', 'in_progress', 'ended')),
  -- What became of the attempt to reach somebody; 'interrupted': the process that carried the call died.
  outcome text CHECK (outcome IN ('answered', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled', 'interrupted')),
  -- How the scenario ended; null where nobody answered.
  scenario_outcome text,
  reason text,
  sip_status integer,
  disposition text,
  tags text[] NOT NULL DEFAULT '{}',
  variables jsonb NOT NULL DEFAULT '{}',
  turns integer NOT NULL DEFAULT 0,
  ringing_ms integer,
  duration_ms integer,
  -- What both sides said, for full-text search.
  said text NOT NULL DEFAULT '',
  said_search tsvector GENERATED ALWAYS AS (to_tsvector('simple', said)) STORED,
  recording text,
  -- What a test call was asked for with: contact, simulation, recording.
  test_request jsonb,
  -- The process that carries the call. When the lease has run out, another one takes the pieces up.
  lease_owner uuid,
  lease_until timestamptz,
  -- Where the gateway carries a call over its hooks: its name for the call, and where the scenario stands.
  gateway_reference text,
  run_state jsonb,
  queued_at timestamptz NOT NULL DEFAULT now(),
  dialed_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  UNIQUE (tenant_id, id),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL AND outcome IS NOT NULL)),
  CHECK ((kind = 'campaign') = (campaign_id IS NOT NULL AND contact_id IS NOT NULL AND attempt IS NOT NULL)),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id),
  FOREIGN KEY (tenant_id, callbot_id) REFERENCES callbots (tenant_id, id),
  FOREIGN KEY (tenant_id, scenario_id) REFERENCES scenarios (tenant_id, id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id),
  FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts (tenant_id, id)
);
-- The last word against calling anybody twice.
CREATE UNIQUE INDEX calls_attempt ON calls (contact_id, attempt) WHERE contact_id IS NOT NULL;
CREATE INDEX calls_list ON calls (tenant_id, id);
CREATE INDEX calls_campaign ON calls (tenant_id, campaign_id, id);
CREATE INDEX calls_scenario ON calls (tenant_id, scenario_id, scenario_version, id);
CREATE INDEX calls_open ON calls (lease_until) WHERE state <> 'ended';
CREATE INDEX calls_unclaimed ON calls (queued_at) WHERE state = 'queued' AND lease_owner IS NULL;
CREATE INDEX calls_open_of_tenant ON calls (tenant_id, campaign_id) WHERE state <> 'ended';
CREATE INDEX calls_ended ON calls (tenant_id, ended_at);
CREATE INDEX calls_to_number ON calls (tenant_id, to_number);
CREATE INDEX calls_tags ON calls USING gin (tags);
CREATE INDEX calls_said ON calls USING gin (said_search);
CREATE INDEX calls_gateway_reference ON calls (gateway_reference) WHERE gateway_reference IS NOT NULL;
SELECT studio_protect('calls');

-- The trace of a call, event by event (runtime/trace.ts): transcripts and analysis are read from here.
CREATE TABLE call_events (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  call_id uuid NOT NULL,
  seq integer NOT NULL,
  at_ms integer NOT NULL,
  flow text,
  node_id text NOT NULL,
  visit integer NOT NULL,
  kind text NOT NULL,
  detail jsonb NOT NULL,
  scenario_id uuid NOT NULL,
  scenario_version integer NOT NULL,
  PRIMARY KEY (tenant_id, call_id, seq),
  FOREIGN KEY (tenant_id, call_id) REFERENCES calls (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX call_events_scenario ON call_events (tenant_id, scenario_id, scenario_version, kind, node_id);
SELECT studio_protect('call_events');
