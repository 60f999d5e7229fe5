/** Wakes the dialers: a campaign was started or got contacts, or a test call was asked for. */
export const DIALER_CHANNEL = "studio_dialer";
