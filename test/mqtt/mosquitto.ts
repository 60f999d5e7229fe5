/** A real Mosquitto on loopback: plain, TLS, WebSocket and WebSocket over TLS, each on a free port. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Transport } from "../../src/mqtt/settings";

const READY_MS = 10_000;

export interface Certificates {
  readonly folder: string;
  /** PEM of the authority that signed the others. */
  readonly ca: string;
  /** Key and certificate of a server, PEM. */
  identity(name: "server" | "other" | "expired"): { key: string; cert: string };
  remove(): void;
}

function openssl(folder: string, ...args: string[]): void {
  execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
}

/**
 * A test authority and three server certificates: `server` for localhost and 127.0.0.1, `other` for another name,
 * `expired` out of date.
 */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "drowsyguard-tls-"));
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(folder, "req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Test CA");
  writeFileSync(join(folder, "index.txt"), "");
  writeFileSync(join(folder, "serial"), "1000\n");
  writeFileSync(
    join(folder, "ca.cnf"),
    "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ncertificate=ca.pem\nprivate_key=ca.key\n" +
      "default_md=sha256\npolicy=p\ncopy_extensions=copy\nunique_subject=no\n[p]\ncommonName=supplied\n",
  );
  const sign = (name: string, names: string, from: string, to: string) => {
    openssl(
      folder,
      "req",
      "-new",
      ...key,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/CN=${name}`,
      "-addext",
      `subjectAltName=${names}`,
    ); // prettier-ignore
    openssl(
      folder,
      "ca",
      "-batch",
      "-config",
      "ca.cnf",
      "-in",
      `${name}.csr`,
      "-out",
      `${name}.pem`,
      "-notext",
      "-startdate",
      from,
      "-enddate",
      to,
    ); // prettier-ignore
  };
  sign("server", "DNS:localhost,IP:127.0.0.1", "20200101000000Z", "20491231235959Z");
  sign("other", "DNS:elsewhere.test", "20200101000000Z", "20491231235959Z");
  sign("expired", "DNS:localhost,IP:127.0.0.1", "20200101000000Z", "20210101000000Z");
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return {
    folder,
    ca: read("ca.pem"),
    identity: (name) => ({ key: read(`${name}.key`), cert: read(`${name}.pem`) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

export interface BrokerOptions {
  readonly certificates?: Certificates;
  /** Name of the server certificate; `server` where absent. */
  readonly certificate?: "server" | "other" | "expired";
  /** Lines of mosquitto.conf. */
  readonly extra?: string;
}

export class Mosquitto {
  readonly #folder = mkdtempSync(join(tmpdir(), "drowsyguard-mosquitto-"));
  readonly #subscribers: ChildProcess[] = [];
  #broker: ChildProcess | null = null;

  private constructor(
    /** By transport; those over TLS only where certificates were given. */
    readonly ports: Readonly<Record<Transport, number>>,
  ) {}

  static async start(options: BrokerOptions = {}): Promise<Mosquitto> {
    const [tcp, tls, ws, wss] = (await freePorts(4)) as [number, number, number, number];
    const broker = new Mosquitto({ tcp, tls, ws, wss });
    const { certificates, certificate = "server" } = options;
    const secure = certificates
      ? `cafile ${certificates.folder}/ca.pem\ncertfile ${certificates.folder}/${certificate}.pem\n` +
        `keyfile ${certificates.folder}/${certificate}.key\n`
      : "";
    writeFileSync(
      join(broker.#folder, "mosquitto.conf"),
      // Started by root it would become another user, who may not read the keys; for others the line means nothing.
      `user root\nallow_anonymous true\npersistence false\nlog_type error\nset_tcp_nodelay true\n${options.extra ?? ""}\n` +
        `listener ${tcp} 127.0.0.1\nlistener ${ws} 127.0.0.1\nprotocol websockets\n` +
        (certificates
          ? `listener ${tls} 127.0.0.1\n${secure}listener ${wss} 127.0.0.1\nprotocol websockets\n${secure}`
          : ""),
    );
    await broker.run();
    return broker;
  }

  /** Starts the program, again after `kill`. Nothing is kept from before. */
  async run(): Promise<void> {
    const child = spawn("mosquitto", ["-c", join(this.#folder, "mosquitto.conf")], {
      stdio: ["ignore", "pipe", "pipe"],
      // Debian puts daemons where only root looks.
      env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
    });
    let output = "";
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => {
      output += error.message;
    });
    this.#broker = child;
    const end = Date.now() + READY_MS;
    while (!(await answers(this.ports.tcp))) {
      if (child.exitCode !== null || Date.now() > end) throw new Error(`mosquitto does not start: ${output}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** SIGKILL: connections break, retained messages are lost. */
  async kill(): Promise<void> {
    await ended(this.#broker);
    this.#broker = null;
  }

  /** Everything published to `filter` from now on, `retained` first. Resolves when the subscription stands. */
  async subscribe(filter: string, qos: 0 | 1 = 1): Promise<Received[]> {
    const received: Received[] = [];
    // Its output is buffered when nobody watches, and the word that it subscribed must come at once.
    const child = spawn("stdbuf", [
      "-oL",
      "mosquitto_sub",
      "-h",
      "127.0.0.1",
      "-p",
      String(this.ports.tcp),
      "-t",
      filter,
      "-q",
      String(qos),
      "-d",
      "-F",
      "MESSAGE %r %t %p",
    ]); // prettier-ignore
    this.#subscribers.push(child);
    let rest = "";
    let subscribed = () => {};
    const standing = new Promise<void>((done) => {
      subscribed = done;
    });
    child.stdout.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        if (line.startsWith("Subscribed")) subscribed();
        const match = /^MESSAGE ([01]) (\S+) (.*)$/.exec(line);
        if (match) received.push({ retained: match[1] === "1", topic: match[2]!, text: match[3]! });
      }
    });
    await standing;
    return received;
  }

  async stop(): Promise<void> {
    await Promise.all([ended(this.#broker), ...this.#subscribers.map(ended)]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface Received {
  readonly retained: boolean;
  readonly topic: string;
  readonly text: string;
}

async function ended(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}
