/** What the checks' studio is told besides its flags. */
export const TEST_ENVIRONMENT: Record<string, string> = {};
