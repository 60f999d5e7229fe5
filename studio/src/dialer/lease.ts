/** Under which a process carries calls. Who does not renew it is taken for dead, and the calls are taken up by others. */
export interface Lease {
  readonly owner: string;
  readonly lease_s: number;
}

/** A gateway that carries calls by itself reports at the latest so long after the ringing; then the call is taken for lost. */
export const SILENT_S = 60;
