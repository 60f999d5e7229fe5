import { type Cluster, startCluster } from "../harness/postgres";
import { TEST_ENVIRONMENT } from "./environment";
import { runChecks } from "./run";

describe("the studio on a PostgreSQL server", () => {
  let cluster: Cluster | undefined;
  runChecks(
    async () => {
      cluster = await startCluster();
      return { database_url: await cluster.createDatabase("studio"), environment: TEST_ENVIRONMENT };
    },
    async () => cluster?.stop(),
  );
});
