import { once } from "node:events";
import { rmSync } from "node:fs";
import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buildFlashPage } from "../../../tools/flash/build_page";
import { readImage } from "../../../tools/flash/image";
import { flashServer } from "../../../tools/flash/server";
import { imageFolder } from "./image_folder";

let folder = imageFolder();
let server: Server;
let base = "";

beforeAll(async () => {
  server = flashServer(await buildFlashPage(), () => readImage(folder)).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Node's fetch does not let the Host be chosen. */
function statusFor(host: string): Promise<number> {
  return new Promise((done) => {
    request(`${base}/`, { headers: { Host: host } }, (response) => {
      response.resume();
      done(response.statusCode!);
    }).end();
  });
}

describe("the flashing page's server", () => {
  test("serves one document that runs nothing but what is in it and asks nobody else", async () => {
    const answer = await fetch(`${base}/`);
    const html = await answer.text();
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-/);
    expect(policy).toContain("connect-src 'self'");
    expect(html).not.toMatch(/<(?:script|link)[^>]+(?:src|href)="(?!data:)/);
    expect(html.match(/<\/script/g)).toHaveLength(1);
  });

  test("tells of the image and hands out its parts", async () => {
    const image = await (await fetch(`${base}/image.json`)).json();
    expect(image.parts.map(({ address, size }: { address: number; size: number }) => [address, size])).toEqual([
      [0, 12],
      [0x8000, 15],
      [0x30000, 16],
    ]);
    expect(await (await fetch(`${base}/parts/2`)).text()).toBe("bytes of 0x30000");
    expect((await fetch(`${base}/parts/3`)).status).toBe(404);
    expect((await fetch(`${base}/parts/0`, { method: "POST" })).status).toBe(405);
  });

  test("says that there is no image, and has the next one without a restart", async () => {
    const whole = folder;
    folder = `${whole}-none`;
    const answer = await fetch(`${base}/image.json`);
    expect(answer.status).toBe(503);
    expect((await answer.json()).error).toMatch(/run make image first/);
    folder = whole;
    expect((await fetch(`${base}/image.json`)).status).toBe(200);
  });

  test("is there for this computer alone", async () => {
    expect(await statusFor("localhost:8070")).toBe(200);
    expect(await statusFor("flash.example:8070")).toBe(403);
  });
});
