-- Outgoing webhooks: where to, what, and every attempt.

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  event_types text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  -- 'gone': the endpoint answered 410; 'user': somebody switched it off.
  disabled_because text CHECK (disabled_because IN ('gone', 'user')),
  secret_sealed text NOT NULL,
  -- While a secret is rotated, messages are signed with both.
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  consecutive_failures integer NOT NULL DEFAULT 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (enabled = (disabled_because IS NULL)),
  UNIQUE (tenant_id, id)
);
SELECT studio_protect('webhook_endpoints');

-- One message to one endpoint, written in the transaction of the fact that it tells. The id is the webhook-id.
-- A claimed message carries a lease_token and is due again when the lease has run out: a worker that died needs no cleaning up after.
CREATE TABLE webhook_messages (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  endpoint_id uuid NOT NULL,
  type text NOT NULL,
  is_example boolean NOT NULL DEFAULT false,
  -- Text, not jsonb: what is signed and sent must be the same bytes each time.
  payload text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Attempts since the message was made or last sent again: the retry schedule counts these.
  series_attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease_token uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CHECK (state = 'pending' OR lease_token IS NULL),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_messages_due ON webhook_messages (endpoint_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX webhook_messages_list ON webhook_messages (tenant_id, endpoint_id, id);
CREATE INDEX webhook_messages_age ON webhook_messages (created_at);
SELECT studio_protect('webhook_messages');

CREATE TABLE webhook_attempts (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  succeeded boolean NOT NULL,
  -- Null where no answer came; then error_code says why.
  status integer,
  error_code text,
  error text,
  response_snippet text,
  FOREIGN KEY (tenant_id, message_id) REFERENCES webhook_messages (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_message ON webhook_attempts (tenant_id, message_id, id);
CREATE INDEX webhook_attempts_endpoint ON webhook_attempts (tenant_id, endpoint_id, id);
SELECT studio_protect('webhook_attempts');
REVOKE INSERT, UPDATE, DELETE ON webhook_attempts FROM studio_app;
