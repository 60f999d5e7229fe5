/** What the MQTT rules, messages, codec, WebSocket and client do, written down in full: the same on every engine. */
import type { ClientSocketOptions } from "../../src/board/client_socket";
import type { Tcp } from "../../src/board/net";
import { amend } from "../../src/mqtt/amend";
import { backoffMs } from "../../src/mqtt/backoff";
import { decodeBase64, encodeBase64 } from "../../src/mqtt/base64";
import { configDocument } from "../../src/mqtt/document";
import { Mqtt } from "../../src/mqtt/mqtt";
import { type AlertToken, alertPayload, statusPayload } from "../../src/mqtt/payload";
import { Refusal } from "../../src/mqtt/refusal";
import { defaultSettings, deviceIdOf } from "../../src/mqtt/settings";
import { sha1 } from "../../src/mqtt/sha1";
import { WebSocketLink } from "../../src/mqtt/websocket";
import { asciiJson, bytesOf, textOf } from "../../src/store/ascii";
import { PEM } from "../mqtt/certificate";
import { codec, FakeBroker } from "../mqtt/fake_broker";
import { type Fields, form, makeRig, microsleep, options } from "../mqtt/rig";
import { MemoryStorage } from "../store/memory_storage";

export async function play(): Promise<string> {
  return asciiJson({
    rules: rules(),
    messages: messages(),
    arithmetic: arithmetic(),
    packets: packets(),
    webSocket: webSocket(),
    outage: outage(),
    versions: versions(),
    powerCut: powerCut(),
    goodbye: await goodbye(),
  });
}

const FORMS: readonly Fields[] = [
  { enabled: 1, transport: "ws", protocol: "311", host: "broker.test", remark: 'a "b" \\c' },
  { preset: "demo", transport: "wss", tls_insecure: 1 },
  { topic_mode: "manual", topic: "fleet/ខ្មែរ/🚗" },
  { topic_mode: "manual", topic: "ក".repeat(41) },
  { ca_cert: PEM.replace(/\n/g, "\r\n") },
  { ca_cert: PEM.replace("MII", "AII") },
  { username: "é".repeat(64) },
  { password: "a\u0000b" },
  { host: "256.1.1.1" },
  { host: "a..b" },
  { host: `${"h".repeat(63)}.example` },
  { ws_path: "/a b" },
  { device_id: "0-_.z" },
  { device_id: "a-" },
  { remark: "é" },
  { port: "65536" },
  { qos: 2 },
  { nonsense: 1 },
];

function rules(): unknown {
  const current = defaultSettings(deviceIdOf("Monitor-0A1B2C"));
  return FORMS.map((fields) => {
    try {
      const settings = amend(current, form(fields));
      return configDocument(settings, { enabled: true, ssid: "depot 🚗", password_set: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [error.field, error.message];
    }
  });
}

const TOKENS: readonly AlertToken[] = ["drowsy", "microsleep", "yawning", "head_nod", "no_driver", "test"];

function messages(): unknown {
  const identity = { device_id: "a.b", fleet_id: "night", remark: 'He said "\\"' };
  const risks = [0.1 + 0.2, 0.85, 0.85004, 0.85006, Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1.5];
  const facts = { perclos: 1 / 3, alert_count: 3, uptime_ms: 4567.89 };
  return [
    TOKENS.flatMap((alert) =>
      risks.map((risk) => alertPayload({ alert, risk, ...facts }, { event_id: "a.b-0-1", seq: 1 }, identity, null)),
    ),
    alertPayload({ alert: "test", risk: 0, ...facts }, { event_id: "x".repeat(600), seq: 1 }, identity, 1.7e12),
    (["connected", "shutdown", "last-will"] as const).map((reason) =>
      statusPayload(reason, identity, 5, { uptime_ms: 1234.5, utc_ms: 1.7e12 + 1 }),
    ),
  ];
}

function arithmetic(): unknown {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 37) & 0xff);
  const lengths = [0, 1, 2, 3, 55, 56, 57, 63, 64, 65, 119, 120, 300];
  const texts = lengths.map((length) => encodeBase64(bytes.subarray(0, length)));
  return [
    texts,
    texts.map((text) => decodeBase64(text)?.length),
    ["", "A", "AB==", "AA==", "A===", "AA=A", "A A=", "é==="].map((text) => decodeBase64(text) === null),
    lengths.map((length) => [...sha1(bytes.subarray(0, length))]),
    Array.from({ length: 9 }, (_, i) => [backoffMs(i + 1, 0), backoffMs(i + 1, 0.999)]),
  ];
}

function packets(): unknown {
  const { broker } = makeRig({ protocol: "5", username: "ខ្មែរ", password: "p" });
  broker.run(0);
  const answers = [
    [0x20, 2, 0, 0],
    [0x20, 2, 0, 5],
    [0x20, 1, 0],
    [0x40, 2, 0, 7],
    [0xd0, 0],
    [0xe0, 0],
    [0x30, 3, 0, 1, 97],
    [0x20, 8, 0, 0, 5, 0x21, 0, 9, 0x24, 0],
    [0x20, 6, 0, 0, 3, 0x21, 0, 0],
    [0x20, 6, 0, 0, 3, 0x7f, 0, 0],
    [0x40, 3, 0, 7, 0x87],
    [0xff, 0],
  ];
  return [
    broker.last.bytes,
    answers.flatMap((bytes) =>
      (["3.1.1", "5"] as const).map((protocol) => codec.decode(Uint8Array.from(bytes), protocol)),
    ),
  ];
}

/** A socket that keeps what is written and plays what a server says. */
function webSocket(): unknown {
  const seen: unknown[] = [];
  let socket = {} as ClientSocketOptions;
  let input: number[] = [];
  class Scripted implements Tcp {
    constructor(opened: ClientSocketOptions) {
      socket = opened;
    }
    read(): ArrayBuffer {
      return Uint8Array.from(input.splice(0)).buffer;
    }
    write(bytes: Uint8Array): number {
      seen.push(["sent", [...bytes]]);
      return 500;
    }
    close(): void {
      seen.push("closed");
    }
  }
  let seed = 0;
  const random = (count: number) => Uint8Array.from({ length: count }, () => (seed = (seed * 73 + 41) & 0xff));
  const link = new WebSocketLink(Scripted, random, { host: "broker.test", port: 8083, tls: null }, "/mqtt", {
    onReadable: (count) => seen.push(["readable", count, [...new Uint8Array(link.read()!)]]),
    onWritable: (room) => seen.push(["writable", room]),
    onError: (fault) => seen.push(["error", fault]),
  });
  socket.onWritable(100);
  socket.onWritable(500);
  // The key is the base64 of the first 16 random bytes, so the answer to it is known too.
  const accept = "Sec-WebSocket-Accept: ";
  const key = /Key: (\S+)/.exec(
    textOf(Uint8Array.from((seen as [string, number[]][]).flatMap(([, bytes]) => bytes))),
  )![1]!;
  const digest = encodeBase64(sha1(bytesOf(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)));
  const answer = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\n${accept}${digest}\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n`;
  const frames = [0x82, 3, 1, 2, 3, 0x02, 1, 4, 0x89, 2, 104, 105, 0x80, 2, 5, 6, 0x88, 0];
  for (const byte of [...bytesOf(answer), ...frames]) {
    input.push(byte);
    if (input.length < 7) continue;
    socket.onReadable(input.length);
  }
  socket.onReadable(input.length);
  input = [];
  return seen;
}

function outage(): unknown {
  const { mqtt, broker } = makeRig();
  broker.run(0);
  broker.puback = null;
  mqtt.alert(microsleep(1));
  broker.run(11_000);
  broker.up = false;
  for (let i = 2; i < 22; i++) mqtt.alert(microsleep(i));
  broker.run(90_000);
  const during = mqtt.document.status;
  broker.up = true;
  broker.puback = { cmd: "puback" };
  broker.run(80_000);
  return [during, mqtt.document.status, broker.published, broker.connections.map(({ bytes }) => bytes)];
}

function versions(): unknown {
  return (["3.1.1", "5"] as const).flatMap((protocol) =>
    [0, 1].map((qos) => {
      const { mqtt, broker } = makeRig({ protocol, qos });
      broker.run(0);
      mqtt.test();
      broker.run(100);
      mqtt.configure(form({ fleet_id: "night" }));
      broker.run(100);
      mqtt.test();
      broker.run(40_000);
      return [mqtt.document, broker.connections.map(({ bytes }) => bytes)];
    }),
  );
}

/** What the next start finds when the power goes after every operation of a save. */
function powerCut(): unknown {
  const before = new MemoryStorage();
  const start = (storage: MemoryStorage) => {
    const { timers, ClientSocket } = new FakeBroker();
    return new Mqtt({ ...options(storage), timers, ClientSocket });
  };
  start(before).configure(form({ host: "old.test", remark: "old", ca_cert: PEM }));
  return Array.from({ length: 12 }, (_, budget) => {
    const storage = new MemoryStorage(before.values, budget);
    const stored = start(storage).configure(form({ host: "new.test", remark: "new", clear_ca: 1 }));
    const { host, remark, ca_present } = start(new MemoryStorage(storage.values)).document.config;
    return [stored, host, remark, ca_present];
  });
}

async function goodbye(): Promise<unknown> {
  const { mqtt, broker } = makeRig();
  broker.run(0);
  const stopped = mqtt.stop();
  broker.run(0);
  await stopped;
  return [mqtt.document.status, broker.last.bytes];
}
