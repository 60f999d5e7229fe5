/** The credential of the house's voice gateway, which opens every tenant's trunks. */
export const GATEWAY_TOKEN = "a-gateway-token-of-the-tests-alone";

/** What the checks' studio is told besides its flags. */
export const TEST_ENVIRONMENT: Record<string, string> = {
  STUDIO_GATEWAY_TOKEN: GATEWAY_TOKEN,
  // Webhooks to receivers of the tests; 127.0.0.2 stays out of reach.
  STUDIO_WEBHOOK_ALLOW_PRIVATE: "127.0.0.1",
};
