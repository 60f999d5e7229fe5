import { utimesSync } from "node:fs";
import { v7 as uuid } from "uuid";
import { deleteOrphans } from "../../src/housekeeping/orphans";
import { Housekeeping } from "../../src/housekeeping/worker";
import { daysAgo, exists, House, NOW } from "./fixture";

jest.setTimeout(60_000);

let house: House;
beforeAll(async () => {
  house = await House.open("embedded");
}, 60_000);
afterAll(() => house.close(), 30_000);

/** A file of that age, whose call nobody knows. */
function file(tenant_id: string, days: number, name = `${uuid()}.wav`): string {
  const path = house.pathOf(`${tenant_id}/${name}`);
  house.write(path);
  aged(path, days);
  return path;
}

function aged(path: string, days: number): void {
  utimesSync(path, daysAgo(days), daysAgo(days));
}

test("recordings without a call go after a day; those of calls, of calls under way and of strangers stay", async () => {
  const tenant = await house.tenant();
  const place = await house.project(tenant);
  const orphans = [file(tenant, 2), file(tenant, 2, `${uuid()}.wav.partial`)];
  const named = await house.call(place, 9, { recorded: true });
  aged(named.file, 9);
  const open = await house.call(place, null);
  house.write(open.file);
  aged(open.file, 9);
  const unnamed = await house.call(place, 9);
  house.write(unnamed.file);
  aged(unnamed.file, 9);
  const kept = [named.file, open.file, file(tenant, 0.9), file(uuid(), 9)];
  expect(await deleteOrphans(house.keeper())).toBe(3);
  expect([...orphans, unnamed.file].some(exists)).toBe(false);
  expect(kept.every(exists)).toBe(true);
});

test("without a folder of recordings there is nothing to do", async () => {
  expect(await deleteOrphans({ ...house.keeper(), data: `${house.data}/nowhere` })).toBe(0);
});

test("the worker does all of it, round after round, survives a fault, and stops when told to", async () => {
  const tenant = await house.tenant();
  const place = await house.project(tenant);
  await house.policy(tenant, null, { calls_days: 30 });
  const { id } = await house.call(place, 40);
  const orphan = file(tenant, 2);
  const lines: string[] = [];
  const log = {
    info: (_: object, line: string) => void lines.push(line),
    error: (_: object, line: string) => void lines.push(line),
  };
  let faults = 1;
  const db = {
    ...house.db,
    asSystem: (work: Parameters<typeof house.db.asSystem>[0]) => {
      if (faults-- > 0) throw new Error("the database is away");
      return house.db.asSystem(work);
    },
  } as typeof house.db;
  const worker = new Housekeeping({ db, data: house.data, now: () => NOW }, log as never, {
    first_ms: 1,
    every_ms: 20,
    orphans_every: 1,
  });
  await worker.start();
  while ((await house.has("calls", [id]))[0] || exists(orphan)) await new Promise((done) => setTimeout(done, 10));
  await worker.stop();
  expect(lines[0]).toMatch(/could not delete what the policies say/);
  expect(lines.join("\n")).toMatch(/deleted what the policies say/);
  const late = await house.call(place, 40);
  await new Promise((done) => setTimeout(done, 60));
  expect(await house.has("calls", [late.id])).toEqual([true]);
});
