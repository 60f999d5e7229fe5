/** A process that died is noticed after so long; its calls are taken up then. */
export const LEASE_S = 15;

/** A gateway that carries calls by itself reports at the latest so long after the ringing; then the call is taken for lost. */
export const SILENT_S = 60;
