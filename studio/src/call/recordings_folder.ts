/** Where recordings lie beneath the data folder, one folder per tenant. */
export const RECORDINGS_FOLDER = "recordings";
