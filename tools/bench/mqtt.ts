/** MQTT: how fast a full outbox empties over each transport, what a client weighs, what an alert costs on XS. */
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Mqtt } from "../../src/mqtt/mqtt";
import { TRANSPORTS, type Transport } from "../../src/mqtt/settings";
import { makeMqtt, until } from "../../test/mqtt/host_rig";
import { Mosquitto, makeCertificates } from "../../test/mqtt/mosquitto";
import { form, microsleep } from "../../test/mqtt/rig";
import { MQTT_PACKET_ALIASES } from "../mqtt/aliases";
import { bundleForXs, XsMachine } from "../replay/xs_machine";
import type { Figure } from "./figure";

const ROUNDS = 20;
const CLIENTS = 30;
const XS_ALERTS = 50;
const OUTBOX = 16;

/** A client that is to publish here, and is not started. */
function client(broker: Mosquitto, transport: Transport, ca_cert: string): Mqtt {
  const mqtt = makeMqtt();
  const tls = transport === "tls" || transport === "wss" ? { ca_cert } : {};
  mqtt.configure(form({ enabled: 1, host: "127.0.0.1", transport, port: broker.ports[transport], ...tls }));
  return mqtt;
}

/** Alerts per second from the moment of being online until the last of 16 is acknowledged. */
async function flushed(broker: Mosquitto, transport: Transport, ca_cert: string): Promise<Figure> {
  let seconds = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const mqtt = client(broker, transport, ca_cert);
    for (let i = 0; i < OUTBOX; i++) mqtt.alert(microsleep(i));
    mqtt.start();
    while (mqtt.summary.state !== "online") await new Promise(setImmediate);
    const online = performance.now();
    while (mqtt.summary.acked < OUTBOX) await new Promise(setImmediate);
    seconds += (performance.now() - online) / 1000;
    await mqtt.stop();
  }
  return { name: `full outbox flushed over ${transport}`, value: (ROUNDS * OUTBOX) / seconds, unit: "alerts/s" };
}

async function weighed(broker: Mosquitto, transport: Transport, ca_cert: string): Promise<Figure> {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const used = async () => {
    // What connections leave behind goes in several steps, the last of them when their sockets have lingered.
    for (let i = 0; i < 6; i++) {
      await new Promise((done) => setTimeout(done, 250));
      collectGarbage();
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = await used();
  const clients = Array.from({ length: CLIENTS }, (_, i) => {
    const mqtt = client(broker, transport, ca_cert);
    mqtt.configure(form({ device_id: `unit-${i}` }));
    mqtt.start();
    return mqtt;
  });
  await until("online", () => clients.every((mqtt) => mqtt.summary.state === "online"));
  const value = ((await used()) - before) / CLIENTS / 1024;
  await Promise.all(clients.map((mqtt) => mqtt.stop()));
  return { name: `memory of a client over ${transport}`, value, unit: "KiB" };
}

/** Slots that a machine without a program has. */
async function emptySlots(): Promise<number> {
  const machine = await XsMachine.start("globalThis.handleCommand = () => new ArrayBuffer(0);");
  try {
    return (await machine.command("")).heap_slots;
  } finally {
    await machine.close();
  }
}

async function onXs(): Promise<Figure[]> {
  const empty = await emptySlots();
  const script = await bundleForXs(join(__dirname, "mqtt_xs_program.ts"), MQTT_PACKET_ALIASES);
  const machine = await XsMachine.start(script);
  try {
    let compute = 0;
    let slots = 0;
    for (let i = 0; i < XS_ALERTS; i++) {
      const reply = await machine.command("");
      if (reply.bytes[0] !== 1) throw new Error("an alert was not acknowledged on XS");
      compute += reply.compute;
      // Of the first alert: what later ones leave behind waits for the garbage collector.
      if (i === 0) slots = reply.heap_slots - empty;
    }
    return [
      { name: "an alert published on XS", value: compute / XS_ALERTS, unit: "compute/alert" },
      { name: "client and codec on XS", value: slots, unit: "slots" },
      { name: "bundle of client and codec", value: script.length / 1024, unit: "KiB" },
    ];
  } finally {
    await machine.close();
  }
}

export async function benchMqtt(): Promise<Figure[]> {
  const certificates = makeCertificates();
  const broker = await Mosquitto.start({ certificates });
  try {
    const figures: Figure[] = [];
    for (const transport of TRANSPORTS) figures.push(await flushed(broker, transport, certificates.ca));
    // The first round pays for what every later one shares.
    await weighed(broker, "wss", certificates.ca);
    for (const transport of TRANSPORTS) figures.push(await weighed(broker, transport, certificates.ca));
    return [...figures, ...(await onXs())];
  } finally {
    await broker.stop();
    certificates.remove();
  }
}
