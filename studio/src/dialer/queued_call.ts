import type { Runnable } from "./runnable";

/** A call that is queued under this process's lease. */
export interface QueuedCall {
  id: string;
  tenant_id: string;
  project_id: string;
  campaign_id: string | null;
  attempt: number;
  /** The contact's. */
  number: string;
  /** What the gateway is asked for: the number as its route changes it. */
  dialled: string;
  from: string;
  trunk: string | null;
  ring_timeout_s: number;
  contact: Record<string, unknown>;
  runnable: Runnable;
}
