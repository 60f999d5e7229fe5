-- How long calls, recordings and contacts are kept, by tenant and by project; what is older is deleted (studio/src/housekeeping).

CREATE TABLE retention_policies (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  -- Null: all projects of the tenant. Where both say something, the shorter time counts.
  project_id uuid,
  -- Days; null: no limit.
  recordings_days integer CHECK (recordings_days > 0),
  calls_days integer CHECK (calls_days > 0),
  contacts_days integer CHECK (contacts_days > 0),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (tenant_id, project_id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE CASCADE
);
SELECT studio_protect('retention_policies');

-- A contact may go before its calls do. They keep which attempt they were.
ALTER TABLE calls DROP CONSTRAINT calls_check1;
ALTER TABLE calls ADD CONSTRAINT calls_of_campaign CHECK ((kind = 'campaign') = (campaign_id IS NOT NULL AND attempt IS NOT NULL)
  AND (kind = 'campaign' OR contact_id IS NULL));
ALTER TABLE calls DROP CONSTRAINT calls_tenant_id_contact_id_fkey;
ALTER TABLE calls ADD CONSTRAINT calls_contact FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts (tenant_id, id)
  ON DELETE SET NULL (contact_id);

-- What is counted of contacts would otherwise shrink without a word.
ALTER TABLE campaigns ADD COLUMN contacts_deleted integer NOT NULL DEFAULT 0;

-- What is due is found project by project, without a look at what is not.
CREATE INDEX calls_ended_of_project ON calls (project_id, ended_at) WHERE state = 'ended';
CREATE INDEX calls_recorded ON calls (project_id, ended_at) WHERE recording IS NOT NULL;
CREATE INDEX campaigns_finished ON campaigns (project_id, finished_at) WHERE state = 'finished';
