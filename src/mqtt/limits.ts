/** Limits of the MQTT part; from the unit document's table unless it says otherwise. */

export const OUTBOX_DEPTH = 16;
/** Acknowledged event ids that are remembered. */
export const DEDUP_SLOTS = 24;
export const BACKOFF_BASE_MS = 1000;
export const BACKOFF_MAX_MS = 60_000;
/** Largest share of a backoff that chance adds. */
export const BACKOFF_JITTER = 0.25;
export const PAYLOAD_MAX_BYTES = 768;

export const HOST_MAX = 95;
export const CLIENT_ID_MAX = 63;
export const REMARK_MAX = 47;
export const CA_MAX_BYTES = 4096;
export const KEEPALIVE_MIN_S = 5;
export const KEEPALIVE_MAX_S = 300;

/** [design notes, section 9] */
export const TOPIC_MAX_BYTES = 127;
/** [ours: in auto mode every topic and the derived client id then fit, so that no other field is to blame] */
export const DEVICE_ID_MAX = 47;
export const FLEET_ID_MAX = 47;
/** [ours: the request line of the WebSocket handshake stays in one packet] */
export const WS_PATH_MAX = 127;
/** [ours: longer than the names that hosted brokers give out] */
export const USERNAME_MAX_BYTES = 127;
/** [ours: room for the signed tokens that some brokers take as a password] */
export const PASSWORD_MAX_BYTES = 255;

/** From the dial to CONNACK. [ours: "online within 15 s of saving" leaves 5 s for the teardown before it] */
export const CONNECT_TIMEOUT_MS = 10_000;
/** From a PUBLISH to its PUBACK. [ours] */
export const ACK_TIMEOUT_MS = 10_000;
/** Longest wait for PINGRESP; a shorter keep-alive shortens it. [ours] */
export const PING_TIMEOUT_MS = 10_000;
/** From the status `shutdown` to its PUBACK. [ours: SIGTERM must end within 2 s] */
export const FAREWELL_TIMEOUT_MS = 700;
/** From DISCONNECT to the broker's end of the connection: a successor that came before it would set off the last will. [ours] */
export const CLOSE_TIMEOUT_MS = 500;
/** A broker that answers this long after it agreed is one: the next failure starts at the shortest backoff. [ours: one that drops or forgets everyone must not be hammered] */
export const STABLE_MS = 10_000;
/** Largest packet taken from a broker: CONNACK of version 5 with its properties is the largest that makes sense. [ours] */
export const INBOUND_MAX_BYTES = 1024;
/** How often a connection looks at its deadlines. [ours: a clean end has two of them within two seconds] */
export const TICK_MS = 250;
