/**
 * Figures of the running program, for people to read; nothing here passes or fails.
 * usage: make bench, or npm run -s bench -- [PART ...]    parts: monitor xs vision http stream card mqtt dashboard
 *   studio-requests studio-campaigns studio-webhooks studio-live
 */
import { benchCard } from "./card";
import { benchDashboard } from "./dashboard";
import type { Figure } from "./figure";
import { benchHttp } from "./http";
import { benchMonitor, benchXs } from "./monitor";
import { benchMqtt } from "./mqtt";
import { benchStream } from "./stream";
import { benchStudioCampaigns } from "./studio/campaigns";
import { benchStudioLive } from "./studio/live";
import { benchStudioRequests } from "./studio/requests";
import { benchStudioWebhooks } from "./studio/webhooks";
import { benchVision } from "./vision";

const PARTS: Record<string, () => Promise<Figure[]>> = {
  monitor: benchMonitor,
  xs: benchXs,
  vision: benchVision,
  http: benchHttp,
  stream: benchStream,
  card: benchCard,
  mqtt: benchMqtt,
  dashboard: benchDashboard,
  "studio-requests": benchStudioRequests,
  "studio-campaigns": benchStudioCampaigns,
  "studio-webhooks": benchStudioWebhooks,
  "studio-live": benchStudioLive,
};

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !PARTS[name]);
  if (unknown.length) throw new Error(`unknown part ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}`);
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted.length && !wanted.includes(name)) continue;
    console.log(`== ${name}`);
    for (const { name: figure, value, unit } of await part()) {
      const text = value.toLocaleString("en", { maximumSignificantDigits: 4 });
      console.log(`${figure.padEnd(44)} ${text.padStart(12)} ${unit}`);
    }
  }
}

main()
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  })
  // The models' runtimes keep threads that would hold the program open.
  .finally(() => process.exit());
