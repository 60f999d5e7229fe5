/** The tours of docs/studio.md, pasted block by block into one shell beside a fresh studio, as a newcomer would. */
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client, Contract } from "../harness/client";
import { type RunningStudio, startStudio } from "../harness/running_studio";
import { isAsShown, stepsOf } from "./page";
import { openShell, type Shell } from "./shell";

const ROOT = resolve(__dirname, "../../..");
const PAGE = readFileSync(join(ROOT, "docs/studio.md"), "utf8");
const TOUR_MS = 60_000;

let studio: RunningStudio;
let shell: Shell;
let folder: string;
let client: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-tour-"));
  studio = await startStudio({ environment: { STUDIO_WEBHOOK_ALLOW_PRIVATE: "127.0.0.1" } });
  shell = openShell(ROOT, {
    STUDIO: studio.base.replace("/api/v1", ""),
    TMPDIR: folder,
    RECEIVER: await freeAddress(),
  });
}, TOUR_MS);

afterAll(async () => {
  await shell?.close();
  await studio?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function freeAddress(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return `http://127.0.0.1:${port}`;
}

/** Pastes every block and holds what comes of it to what the page shows; where it shows nothing, nothing may come. */
async function walk(title: string): Promise<void> {
  const steps = stepsOf(PAGE, title);
  expect(steps.length).toBeGreaterThan(0);
  for (const { paste, shows } of steps) {
    const { output, status } = await shell.paste(paste, typedFor(paste));
    if (status === 0 && isAsShown(shows ?? "", output)) continue;
    throw new Error(`status ${status} of\n${paste}\nIt showed\n${output}\ninstead of\n${shows}`);
  }
}

/** The page asks for one thing at the keyboard: the password that the studio printed. */
function typedFor(paste: string): string | undefined {
  return paste.includes("read -r FIRST_PASSWORD") ? studio.first_admin!.password : undefined;
}

test(
  "tour 1 leads from the first log-in to a scenario on the air",
  async () => {
    await walk("Tour 1");
    const open = new Client(studio.base, await Contract.read(studio.base));
    const [, password] = /^PASSWORD='(.*)'$/m.exec(PAGE)!;
    const { access_token } = await open.expect(200, "POST", "/auth/login", { email: "admin@studio.local", password });
    client = open.as(access_token);
    const { items } = await client.expect(200, "GET", "/scenarios");
    expect(items).toMatchObject([{ name: "Reminder", latest_version: 1, published_version: 1, lock: null }]);
    const callbot = `/callbots/${items[0].callbot_id}`;
    const night = await client.expect(200, "GET", `${callbot}/active-scenario?at=2027-03-01T20:00:00Z`);
    expect(night).toMatchObject({ scenario_id: items[0].id, published_version: 1, source: "default" });
    const schedules = await client.expect(200, "GET", `${callbot}/scenario-schedules`);
    expect(schedules).toMatchObject({ items: [{ time_zone: "Europe/Berlin" }], findings: [] });
  },
  TOUR_MS,
);

test(
  "tour 2 calls five people, is watched meanwhile, and tells a receiver that believes signatures only",
  async () => {
    await walk("Tour 2");
    const { items: campaigns } = await client.expect(200, "GET", "/campaigns");
    expect(campaigns).toMatchObject([{ name: "Services of this week", state: "finished" }]);
    const progress = await client.expect(200, "GET", `/campaigns/${campaigns[0].id}/progress`);
    expect(progress).toMatchObject({ total: 5, reached: 2, exhausted: 3, attempts: 5 });
    const { items: calls } = await client.expect(200, "GET", `/calls?campaign_id=${campaigns[0].id}&q=Monday`);
    expect(calls).toMatchObject([{ outcome: "answered", disposition: "confirmed", tags: ["confirmed"] }]);
    // Nothing of the tour goes on in the background.
    expect((await shell.paste("jobs -r")).output).toBe("");
  },
  TOUR_MS,
);

test(
  "tour 3 places a test call that can be heard",
  async () => {
    await walk("Tour 3");
    const { items } = await client.expect(200, "GET", "/calls?kind=test");
    expect(items).toMatchObject([{ state: "ended", disposition: "confirmed", has_recording: true }]);
    const [made] = readdirSync(folder);
    const wav = readFileSync(join(folder, made!, "call.wav"));
    expect(wav.readUInt32LE(4) + 8).toBe(wav.length);
    expect(wav.length).toBeGreaterThan(100_000);
  },
  TOUR_MS,
);
