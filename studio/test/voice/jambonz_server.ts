/** A jambonz of the tests: takes calls over its REST API and asks our hooks, signed, as jambonz does. */
import { createHmac, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { JambonzVerb } from "../../src/voice/jambonz/verbs";

export interface PlacedCall {
  readonly sid: string;
  readonly document: {
    to: { number: string };
    call_hook: { url: string };
    call_status_hook: { url: string };
    amd?: { actionHook: string };
  };
  /** Asks a hook; the URL's host is the studio under test, whatever it says. */
  hook(url: string, payload?: object, secret?: string): Promise<{ status: number; body: JambonzVerb[] }>;
}

export interface JambonzServer {
  readonly environment: Record<string, string>;
  /** What was asked of the API besides placing calls. */
  readonly asked: { method: string; url: string; body: unknown }[];
  /** Told where the studio is once it runs. */
  studio: string;
  /** The next call that is placed. */
  next(): Promise<PlacedCall>;
  close(): Promise<void>;
}

const SECRET = "webhook-secret-of-the-tests";

export async function jambonzServer(): Promise<JambonzServer> {
  const placed: PlacedCall[] = [];
  const waiting: ((call: PlacedCall) => void)[] = [];
  const asked: JambonzServer["asked"] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const document = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      if (request.headers.authorization !== "Bearer jambonz-token") {
        response.writeHead(401).end("{}");
        return;
      }
      if (request.method !== "POST") {
        asked.push({ method: request.method ?? "", url: request.url ?? "", body: document });
        response.writeHead(202).end();
        return;
      }
      if (document.to.number.endsWith("13")) {
        response.writeHead(400).end('{"msg":"unlucky number"}');
        return;
      }
      const sid = randomUUID();
      const call: PlacedCall = {
        sid,
        document,
        hook: (url, payload, secret) => hook(url, { ...base(sid), ...payload }, secret),
      };
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ sid, callId: "sip" }));
      const first = waiting.shift();
      if (first === undefined) placed.push(call);
      else first(call);
    });
  });
  const base = (sid: string) => ({
    call_sid: sid,
    account_sid: "acc",
    direction: "outbound",
    from: "+4930",
    to: "+4989",
  });
  const hook = async (url: string, payload: object, secret = SECRET) => {
    const { pathname } = new URL(url);
    const body = JSON.stringify(payload);
    const t = Math.floor(Date.now() / 1_000);
    const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
    const answer = await fetch(new URL(pathname, self.studio), {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "jambonz-signature": `t=${t},v1=${v1}` },
    });
    return { status: answer.status, body: (await answer.json()) as JambonzVerb[] };
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const self: JambonzServer = {
    environment: {
      STUDIO_JAMBONZ_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      STUDIO_JAMBONZ_ACCOUNT_SID: "acc",
      STUDIO_JAMBONZ_TOKEN: "jambonz-token",
      STUDIO_JAMBONZ_WEBHOOK_SECRET: SECRET,
      STUDIO_JAMBONZ_SYNTHESIS_VENDOR: "google",
      STUDIO_JAMBONZ_SYNTHESIS_VOICE: "en-US-Standard-C",
      STUDIO_JAMBONZ_RECOGNIZER_VENDOR: "google",
      STUDIO_JAMBONZ_DETECT_MACHINES: "1",
      STUDIO_PUBLIC_URL: "https://studio.example/",
    },
    asked,
    studio: "",
    next: () => {
      const call = placed.shift();
      return call === undefined ? new Promise((done) => waiting.push(done)) : Promise.resolve(call);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return self;
}
