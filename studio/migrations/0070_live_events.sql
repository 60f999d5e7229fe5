-- What the live socket carries. A reader that comes back goes on after the last event it saw.
-- A plain sequence would not do: a transaction that commits later may hold a lower number, and a reader would pass it by.
-- So the order is (transaction, number), and only transactions older than every open one are given out.
CREATE TABLE live_events (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  type text NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (tenant_id, xid, seq)
);
CREATE INDEX live_events_age ON live_events (at);
SELECT studio_protect('live_events');
