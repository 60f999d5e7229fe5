/** Contacts taken from a list, and simulated calls carried, by one process and by two. */
import { contactsCsv, finished, readyCampaign, uploadCsv } from "../../../studio/test/harness/campaign";
import { startCluster } from "../../../studio/test/harness/postgres";
import { startStudio } from "../../../studio/test/harness/running_studio";
import { World } from "../../../studio/test/harness/world";
import type { Figure } from "../figure";

const UPLOADED = 50_000;
const CALLED = 5_000;
/** Before the clock runs: what runs for the first time is compiled, by each process and by the server. */
const WARM_UP = 1_000;

export async function benchStudioCampaigns(): Promise<Figure[]> {
  const cluster = await startCluster();
  const figures: Figure[] = [];
  try {
    const upload = await contactsPerSecond();
    figures.push({ name: `PGlite: ${UPLOADED} contacts uploaded as CSV`, value: upload, unit: "contacts/s" });
    for (const processes of [1, 2]) {
      const url = await cluster.createDatabase(`calls_${processes}`);
      const result = await callsPerSecond(url, processes);
      if (processes === 1) {
        figures.push({
          name: `PostgreSQL: ${UPLOADED} contacts uploaded as CSV`,
          value: result.contacts_per_s,
          unit: "contacts/s",
        });
      }
      figures.push({
        name: `simulated calls, ${processes} process${processes > 1 ? "es" : ""}`,
        value: result.calls_per_s,
        unit: "calls/s",
      });
    }
  } finally {
    await cluster.stop();
  }
  return figures;
}

async function contactsPerSecond(): Promise<number> {
  const studio = await startStudio({ flags: ["--log", "silent"] });
  try {
    const { client } = (await (await World.of(studio)).tenant()).admin;
    return await timedUpload(client);
  } finally {
    await studio.stop();
  }
}

type Client = Parameters<typeof uploadCsv>[0];

async function timedUpload(client: Client): Promise<number> {
  const campaign = await readyCampaign(client);
  const text = contactsCsv(UPLOADED);
  const begun = performance.now();
  await uploadCsv(client, campaign.id, text);
  return UPLOADED / ((performance.now() - begun) / 1000);
}

async function callsPerSecond(database_url: string, processes: number) {
  const first = await startStudio({ database_url, flags: ["--log", "silent"] });
  const others = await Promise.all(
    Array.from({ length: processes - 1 }, () =>
      startStudio({ database_url, flags: ["--log", "silent", "--run", "workers"] }),
    ),
  );
  try {
    const { client } = (await (await World.of(first)).tenant()).admin;
    const contacts_per_s = processes === 1 ? await timedUpload(client) : 0;
    await timedCalls(client, WARM_UP);
    return { contacts_per_s, calls_per_s: await timedCalls(client, CALLED) };
  } finally {
    await Promise.all([first, ...others].map((studio) => studio.stop()));
  }
}

/** Calls people as fast as the machine can think. @returns calls per second */
async function timedCalls(client: Client, contacts: number): Promise<number> {
  const campaign = await readyCampaign(client, { max_concurrent: 200 });
  await uploadCsv(client, campaign.id, contactsCsv(contacts));
  await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
  const { started_at, finished_at } = await finished(client, campaign.id, 300_000);
  return contacts / ((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
}
