/** Against a real Mosquitto: every transport, both versions, both qualities of service. */
import type { Mqtt } from "../../src/mqtt/mqtt";
import { PROTOCOLS, TRANSPORTS } from "../../src/mqtt/settings";
import { makeMqtt, until } from "./host_rig";
import { type Certificates, Mosquitto, makeCertificates } from "./mosquitto";
import { form, microsleep } from "./rig";

jest.setTimeout(60_000);

let certificates: Certificates;
let broker: Mosquitto;
beforeAll(async () => {
  certificates = makeCertificates();
  broker = await Mosquitto.start({ certificates });
});
afterAll(async () => {
  await broker?.stop();
  certificates?.remove();
});

const running: Mqtt[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((mqtt) => mqtt.stop()));
});

function start(fields: Record<string, string | number>): Mqtt {
  const mqtt = makeMqtt();
  running.push(mqtt);
  mqtt.start();
  mqtt.configure(form({ enabled: 1, host: "127.0.0.1", ...fields }));
  return mqtt;
}

const online = (mqtt: Mqtt) => until("online", () => mqtt.summary.state === "online");

describe.each(TRANSPORTS)("over %s", (transport) => {
  test.each(PROTOCOLS.flatMap((protocol) => ([0, 1] as const).map((qos) => ({ protocol, qos }))))(
    "MQTT $protocol, QoS $qos: the subscriber gets each alert once and both words of the unit",
    async ({ protocol, qos }) => {
      const fleet = `${transport}-${protocol}-${qos}`;
      const received = await broker.subscribe(`svc/monitor/${fleet}/#`);
      const secure = transport === "tls" || transport === "wss" ? { ca_cert: certificates.ca } : {};
      const mqtt = start({ transport, port: broker.ports[transport], protocol, qos, fleet_id: fleet, ...secure });
      mqtt.test();
      await online(mqtt);
      mqtt.alert(microsleep());
      await until("delivered", () => received.length === 3);
      await mqtt.stop();
      await until("goodbye", () => received.length === 4);
      const messages = received.map(({ text }) => JSON.parse(text));
      expect(messages.map(({ reason, alert }) => reason ?? alert)).toEqual([
        "connected",
        "test",
        "microsleep",
        "shutdown",
      ]);
      expect(mqtt.summary).toMatchObject({ published: 2, acked: qos === 1 ? 2 : 0, queued: 0, dropped: 0, error: "" });
    },
  );
});
