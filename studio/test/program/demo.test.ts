/** --demo: a tenant that a stranger can look at, made once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Contract, type Json } from "../harness/client";
import { type RunningStudio, startStudio } from "../harness/running_studio";

const DEMO_MS = 120_000;
const CALLING_MS = 30_000;
const LOGIN = /demo (\S+) (\S+) with password (\S+)/g;

test(
  "three people can look at a project that calls, and a second start makes nothing again",
  async () => {
    const data = mkdtempSync(join(tmpdir(), "drowsyguard-demo-"));
    let studio = await startStudio({ data, flags: ["--demo"] });
    try {
      const people = [...studio.output().matchAll(LOGIN)].map(([, roles, email, password]) => ({
        roles,
        email,
        password,
      }));
      expect(people.map(({ roles }) => roles)).toEqual(["STUDIO_ADMIN", "STUDIO_PROJECT", "STUDIO_MONITORING"]);
      const [, builder, watcher] = people;
      const before = await lookAs(studio, builder!);
      expect(before.scenarios).toEqual([
        { name: "Closed", format: "v1", published_version: 1 },
        { name: "Reminder", format: "v2", published_version: 1 },
      ]);
      expect(before.campaigns).toMatchObject([{ name: "Services of this week" }]);
      const seen = await firstCall(studio, watcher!);
      expect(seen.to_number).toMatch(/^\+49\*+\d\d$/);

      await studio.stop();
      studio = await startStudio({ data, flags: ["--demo"] });
      expect([...studio.output().matchAll(LOGIN)]).toEqual([]);
      expect(await lookAs(studio, builder!)).toEqual(before);
    } finally {
      await studio.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
  DEMO_MS,
);

interface Login {
  email?: string | undefined;
  password?: string | undefined;
}

async function clientOf(studio: RunningStudio, { email, password }: Login): Promise<Client> {
  const open = new Client(studio.base, await Contract.read(studio.base));
  const { access_token } = await open.expect(200, "POST", "/auth/login", { email, password });
  return open.as(access_token);
}

async function lookAs(studio: RunningStudio, login: Login) {
  const client = await clientOf(studio, login);
  const list = async (path: string): Promise<Json[]> => (await client.expect(200, "GET", path)).items;
  return {
    scenarios: (await list("/scenarios")).map(({ name, format, published_version }) => ({
      name,
      format,
      published_version,
    })),
    campaigns: (await list("/campaigns")).map(({ id, name }) => ({ id, name })),
    projects: (await list("/projects")).map(({ id, name }) => ({ id, name })),
  };
}

async function firstCall(studio: RunningStudio, login: Login): Promise<Json> {
  const client = await clientOf(studio, login);
  for (const until = Date.now() + CALLING_MS; Date.now() < until; ) {
    const { items } = await client.expect(200, "GET", "/calls");
    if (items.length > 0) return items[0];
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the demo calls nobody:\n${studio.output()}`);
}
