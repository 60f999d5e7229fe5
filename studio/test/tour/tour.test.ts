/** The tours of docs/studio.md, pasted block by block into one shell beside a fresh studio, as a newcomer would. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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
  shell = openShell(ROOT, { STUDIO: studio.base.replace("/api/v1", ""), TMPDIR: folder });
}, TOUR_MS);

afterAll(async () => {
  await shell?.close();
  await studio?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Pastes every block and holds what comes of it to what the page shows; where it shows nothing, nothing may come. */
async function walk(title: string): Promise<void> {
  const steps = stepsOf(PAGE, title);
  expect(steps.length).toBeGreaterThan(3);
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
