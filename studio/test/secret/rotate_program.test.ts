import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startStudio } from "../harness/running_studio";
import { World } from "../harness/world";

const ROOT = resolve(__dirname, "../../..");
const TRUNKS = "/admin/telephony-trunks";
const INTERNAL = "//internal/v1/telephony-trunks";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "drowsyguard-rotate-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const rotate = (...flags: string[]) => rotateOn(undefined, ...flags);

function rotateOn(DATABASE_URL: string | undefined, ...flags: string[]) {
  const { DATABASE_URL: _url, STUDIO_SECRET_KEYS: _keys, ...inherited } = process.env;
  const env = { ...inherited, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
  const args = ["--import", "tsx", "studio/src/main.ts", "rotate-secrets", ...flags];
  return spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" });
}

test("the embedded studio goes on with fresh keys after a rotation, and the old one is gone", async () => {
  const first = await startStudio({ data });
  let token: string;
  try {
    const world = await World.of(first);
    const tenant = await world.tenant();
    const { client } = tenant.admin;
    token = (await client.expect(201, "POST", "/admin/gateway-credentials", { name: "pbx" })).token;
    const gateways = [{ name: "a", host: "sip.example.com", username: "u", password: "swordfish" }];
    await client.expect(200, "PUT", TRUNKS, { gateways }, { headers: { "if-match": '"0"' } });
    const busy = rotate("--data", data);
    expect([busy.status, busy.stderr]).toEqual([1, expect.stringContaining("is in use by process")]);
  } finally {
    expect(await first.stop()).toBe(0);
  }
  const before = readFileSync(join(data, "secret.keys"), "utf8");

  const { status, stdout, stderr } = rotate("--data", data, "--signing-key");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^studio: [1-9]\d* secrets sealed anew with key "\S+", 0 were already; a fresh key signs tokens\n$/,
  );
  const after = readFileSync(join(data, "secret.keys"), "utf8");
  expect(after.split(",")).toHaveLength(1);
  expect(after).not.toBe(before);

  const second = await startStudio({ data });
  try {
    expect(second.first_admin).toBeNull();
    const response = await fetch(new URL(INTERNAL.slice(1), second.base), {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = (await response.json()) as { gateways: { password: string }[] };
    expect(body.gateways[0]!.password).toBe("swordfish");
  } finally {
    expect(await second.stop()).toBe(0);
  }
}, 120_000);

test("a folder without a studio is not made into one, and a server that is not there is named", () => {
  const nowhere = join(data, "mistyped");
  const { status, stderr } = rotate("--data", nowhere);
  expect([status, stderr]).toEqual([1, `studio: there is no studio in --data ${nowhere}\n`]);
  expect(existsSync(nowhere)).toBe(false);
  const gone = rotateOn("postgres://studio:secret-word@127.0.0.1:1/studio", "--data", data);
  expect([gone.status, gone.stderr]).toEqual([1, "studio: DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n"]);
});

test("a wrong flag is named, and help tells the steps", () => {
  expect(rotate("--key", "x")).toMatchObject({ status: 2, stderr: expect.stringContaining("'--key'") });
  expect(rotate("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("NEW,OLD") });
});
