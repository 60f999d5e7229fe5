/** Keeps the unit connected to its broker and empties the outbox: the state machine behind `mqtt.state`. */
import type { ClientSocketConstructor } from "../board/client_socket";
import type { TimerId, Timers } from "../board/timers";
import { backoffMs } from "./backoff";
import type { Codec } from "./codec";
import { INBOUND_MAX_BYTES, STABLE_MS } from "./limits";
import { openLink } from "./open_link";
import type { Outbox, OutboxEntry } from "./outbox";
import type { StatusReason } from "./payload";
import { type Message, Session, type SessionOptions } from "./session";
import { effectiveClientId, type MqttSettings } from "./settings";
import { topicsOf } from "./topics";

/** [design notes, section 9] */
export type MqttState = "disabled" | "idle" | "connecting" | "online" | "backoff" | "fault";

export interface ClientDependencies {
  readonly timers: Timers;
  readonly codec: Codec;
  readonly ClientSocket: ClientSocketConstructor;
  /** Bytes that nobody can guess. */
  random(count: number): Uint8Array;
}

export interface ClientOptions extends ClientDependencies {
  readonly outbox: Outbox;
  /** Why this configuration can never connect, as an error name; null where it may. */
  faultOf(settings: MqttSettings): string | null;
  statusPayload(reason: StatusReason, settings: MqttSettings): string;
  /** The state changed. */
  onState(state: MqttState): void;
}

export interface ClientFigures {
  readonly state: MqttState;
  /** A client runs: enabled, started, and not given up on. */
  readonly client_up: boolean;
  readonly connects: number;
  readonly disconnects: number;
  /** Failures in a row. */
  readonly attempt: number;
  /** Milliseconds until the next attempt; 0 unless backing off. */
  readonly retry_ms: number;
  readonly published: number;
  readonly acked: number;
  /** Uptime at the last alert handed to the broker; 0 before the first. */
  readonly last_publish_ms: number;
  /** Why the last connection failed; empty while online. Names and numbers only. */
  readonly error: string;
}

export class Client {
  readonly #options: ClientOptions;
  #settings: MqttSettings;
  #state: MqttState;
  #session: Session | null = null;
  /** The old session says goodbye; what is to come starts when it is gone. */
  #leaving = false;
  #running = false;
  #retry: { readonly timer: TimerId; readonly due_ms: number } | null = null;
  #online_since_ms = 0;
  #failures = 0;
  #connects = 0;
  #disconnects = 0;
  #published = 0;
  #acked = 0;
  #last_publish_ms = 0;
  #error = "";
  #in_flight = false;
  #onStopped: (() => void)[] = [];

  constructor(options: ClientOptions, settings: MqttSettings) {
    this.#options = options;
    this.#settings = settings;
    this.#state = settings.enabled ? "idle" : "disabled";
  }

  get figures(): ClientFigures {
    const wait_ms = this.#retry ? this.#retry.due_ms - this.#options.timers.now_ms() : 0;
    return {
      state: this.#state,
      client_up: this.#running && this.#state !== "disabled" && this.#state !== "fault",
      connects: this.#connects,
      disconnects: this.#disconnects,
      attempt: this.#failures,
      retry_ms: Math.max(0, Math.ceil(wait_ms)),
      published: this.#published,
      acked: this.#acked,
      last_publish_ms: this.#last_publish_ms,
      error: this.#error,
    };
  }

  start(): void {
    this.#running = true;
    if (!this.#leaving) this.#next();
  }

  /** Takes another configuration: a client that is online says `shutdown` first, and every attempt starts anew. */
  reconfigure(settings: MqttSettings): void {
    const old = this.#settings;
    this.#settings = settings;
    this.#failures = 0;
    this.#error = "";
    this.#leave(old);
  }

  /** Ends cleanly. Resolves when the connection is gone, less than two seconds later. */
  stop(): Promise<void> {
    this.#running = false;
    return new Promise((resolve) => {
      this.#onStopped.push(resolve);
      this.#leave(this.#settings);
    });
  }

  /** Publishes the head of the outbox where nothing is in flight. */
  pump(): void {
    const session = this.#session;
    const entry = this.#options.outbox.head;
    if (!session?.ready || this.#in_flight || this.#leaving || !entry) return;
    this.#in_flight = true;
    session.publish(this.#alert(entry));
  }

  #alert(entry: OutboxEntry): Message {
    return {
      topic: topicsOf(this.#settings).alerts,
      payload: entry.payload,
      qos: this.#settings.qos,
      retain: false,
      dup: entry.handed,
      onWritten: () => {
        this.#last_publish_ms = Math.floor(this.#options.timers.now_ms());
        // Once per alert and not per attempt: a gap to `acked` that does not close then means what it says.
        if (!entry.handed) this.#published++;
        entry.handed = true;
      },
      onDelivered: (acknowledged) => {
        if (acknowledged) this.#acked++;
        this.#in_flight = false;
        this.#options.outbox.arrived(entry.event_id);
        this.pump();
      },
    };
  }

  #status(reason: StatusReason, settings: MqttSettings): Message {
    return {
      topic: topicsOf(settings).status,
      payload: this.#options.statusPayload(reason, settings),
      qos: settings.qos,
      retain: settings.retain_status,
      dup: false,
    };
  }

  #leave(old: MqttSettings): void {
    this.#cancelRetry();
    if (this.#leaving) return;
    const session = this.#session;
    if (!session) {
      this.#next();
      return;
    }
    this.#leaving = true;
    if (session.online) this.#disconnects++;
    // What it says is no longer of the configuration in force.
    this.#enter(this.#idleState());
    session.shutdown(this.#status("shutdown", old), () => {
      this.#leaving = false;
      this.#session = null;
      this.#next();
    });
  }

  #enter(state: MqttState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #idleState(): MqttState {
    if (!this.#settings.enabled) return "disabled";
    return this.#running ? "connecting" : "idle";
  }

  /** What comes after the start, or after a connection that is gone. */
  #next(): void {
    this.#in_flight = false;
    this.#enter(this.#idleState());
    if (!this.#running) {
      const stopped = this.#onStopped;
      this.#onStopped = [];
      for (const resolve of stopped) resolve();
      return;
    }
    if (!this.#settings.enabled) return;
    const fault = this.#options.faultOf(this.#settings);
    if (fault !== null) {
      this.#error = fault;
      this.#enter("fault");
      return;
    }
    this.#connect();
  }

  #connect(): void {
    this.#enter("connecting");
    try {
      this.#session = new Session(this.#plan(this.#settings));
    } catch {
      this.#failed("TCP_FAILED");
    }
  }

  #plan(settings: MqttSettings): SessionOptions {
    const { timers, codec, ClientSocket, random } = this.#options;
    const will = this.#status("last-will", settings);
    return {
      timers,
      codec,
      protocol: settings.protocol,
      connect: {
        cmd: "connect",
        client_id: effectiveClientId(settings),
        keepalive_s: settings.keepalive,
        username: settings.username,
        password: settings.password,
        will: settings.lwt ? { topic: will.topic, payload: will.payload, qos: will.qos, retain: will.retain } : null,
        inbound_max_bytes: INBOUND_MAX_BYTES,
      },
      open: (callbacks) => openLink(ClientSocket, random, settings, callbacks),
      onOnline: () => this.#online(),
      onAnswer: () => this.#answered(),
      onEnd: (error) => this.#failed(error),
    };
  }

  #online(): void {
    this.#error = "";
    this.#connects++;
    this.#enter("online");
    this.#online_since_ms = this.#options.timers.now_ms();
    // A broker that takes one message at a time gets the alerts after it.
    this.#session!.publish({ ...this.#status("connected", this.#settings), onDelivered: () => this.pump() });
    this.pump();
  }

  /** Only a broker that still answers after a while ends the row of failures. */
  #answered(): void {
    if (this.#options.timers.now_ms() - this.#online_since_ms >= STABLE_MS) this.#failures = 0;
  }

  #failed(error: string): void {
    const { timers, random } = this.#options;
    const now_ms = timers.now_ms();
    if (this.#state === "online") this.#disconnects++;
    this.#session = null;
    this.#in_flight = false;
    this.#failures++;
    this.#error = error;
    const wait_ms = backoffMs(this.#failures, random(1)[0]! / 256);
    const retry = () => {
      this.#retry = null;
      this.#connect();
    };
    this.#retry = { timer: timers.set(retry, wait_ms), due_ms: now_ms + wait_ms };
    this.#enter("backoff");
  }

  #cancelRetry(): void {
    if (this.#retry) this.#options.timers.clear(this.#retry.timer);
    this.#retry = null;
  }
}
