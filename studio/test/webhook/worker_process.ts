/** A delivery worker in a process of its own, for tests that kill it. Arguments: the database's URL. */
import { openServer } from "../../src/db/server";
import { testSecrets, testWorker } from "./database";

async function main(): Promise<void> {
  const db = await openServer(process.argv[2]!, { connections: 3 });
  await testWorker({ db, secrets: testSecrets() }, { lease_ms: 1_000 }).start();
  console.log("ready");
}

void main();
