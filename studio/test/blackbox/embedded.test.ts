import { TEST_ENVIRONMENT } from "./environment";
import { runChecks } from "./run";

describe("the studio on its embedded database", () => {
  runChecks(async () => ({ environment: TEST_ENVIRONMENT }));
});
