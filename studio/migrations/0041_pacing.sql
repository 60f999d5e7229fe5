-- Pacing that every process keeps to: of a campaign, and of a gateway of the trunk document.

-- Before this instant the campaign's own calls per minute are spent; next_claim_at says only when it is worth looking.
ALTER TABLE campaigns ADD COLUMN paced_until timestamptz;

CREATE TABLE trunk_pacing (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  -- Which of the studio's gateways (simulated, jambonz) places the calls: people who do not exist wear out no trunk.
  gateway text NOT NULL,
  trunk text NOT NULL,
  paced_until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, gateway, trunk)
);
SELECT studio_protect('trunk_pacing');
