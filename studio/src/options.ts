import { join } from "node:path";
import { Flags, OptionError } from "../../src/boards/host/flags";

/** How one process of the studio runs. */
export interface Options {
  readonly host: string;
  readonly port: number;
  readonly data: string;
  /** Null: the embedded database in the data folder. */
  readonly database_url: string | null;
  readonly connections: number;
  readonly demo: boolean;
  readonly with_api: boolean;
  readonly with_workers: boolean;
  readonly rate_limit_per_min: number;
  readonly log_level: string;
  readonly trust_proxy: boolean;
  readonly metrics_token: string | null;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"];
const PARTS = ["all", "api", "workers"];

export const USAGE = `usage: npm run -s studio -- [FLAGS]
       npm run -s studio -- rotate-secrets [FLAGS]   (see rotate-secrets --help)

  --port N         port of the API (default 29092; 0 takes a free one)
  --host ADDRESS   address to listen on (default 127.0.0.1)
  --data DIR       folder of the embedded database, recordings and keys (default data/studio)
  --demo           make a tenant with a project, a callbot and a scenario to look at, once
  --run PART       all (default), api (requests only) or workers (calls and deliveries only)
  --connections N  connections to the database server (default 10, at least 2)
  --rate-limit N   requests a minute of one user or address (default 600)
  --log LEVEL      fatal error warn info debug silent (default info), as JSON lines on standard error
  --trust-proxy    the proxy in front names the client's address: the last one of X-Forwarded-For
  --help           this text

environment:
  DATABASE_URL           postgres://USER:PASSWORD@HOST:PORT/DATABASE: a PostgreSQL server instead of the embedded database
  STUDIO_SECRET_KEYS     ID:BASE64[,OLDER:BASE64]: keys for secrets at rest (with the embedded database made on the first run)
  STUDIO_ADMIN_EMAIL     e-mail address of the first administrator (default admin@studio.local)
  STUDIO_METRICS_TOKEN   opens /metrics to other machines that send it as a Bearer token
  STUDIO_CALLS           calls of this process at the same time, 1 to 10000 (default 100)
  STUDIO_CALL_LEASE_S    a process that was not heard of for so many seconds is dead: others take up its calls (3 to 600, default 15)
  STUDIO_GATEWAY_TOKEN   opens every tenant's trunk document to the house's voice gateway; 24 characters or more
  STUDIO_WEBHOOK_ALLOW_PRIVATE  ranges such as 10.1.0.0/16,fd00::/8 that webhooks, HTTP nodes and AI providers may reach (default none)
  STUDIO_WEBHOOK_ALLOW_HTTP     1: webhook endpoints without TLS
  STUDIO_WEBHOOK_LOG_DAYS       days that webhook messages and attempts are kept, 4 to 3650 (default 30)
  STUDIO_JAMBONZ_API_URL        such as https://jambonz.example/api/v1: jambonz carries calls; the others of its variables are needed then
  STUDIO_JAMBONZ_ACCOUNT_SID    account of jambonz
  STUDIO_JAMBONZ_TOKEN          API key of the account
  STUDIO_JAMBONZ_WEBHOOK_SECRET  webhook secret of the account; several, separated by commas, while it changes
  STUDIO_PUBLIC_URL             where jambonz reaches the studio, such as https://studio.example
  STUDIO_JAMBONZ_SYNTHESIS_VENDOR   who speaks, as jambonz names the vendor
  STUDIO_JAMBONZ_SYNTHESIS_VOICE    the vendor's name of the voice
  STUDIO_JAMBONZ_RECOGNIZER_VENDOR  who listens
  STUDIO_JAMBONZ_DETECT_MACHINES    1: jambonz tells people and answering machines apart (default: not)
  STUDIO_SIMULATED_LEDGER       file to which the simulated gateway adds a line for every call it places; for tests`;

/** Reads the arguments after the program's name and the environment. Null where help was asked for. @throws OptionError */
export function parseOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options | null {
  const flags = new Flags(args, {
    port: { type: "string", default: "29092" },
    host: { type: "string", default: "127.0.0.1" },
    data: { type: "string", default: join("data", "studio") },
    demo: { type: "boolean" },
    run: { type: "string", default: "all" },
    connections: { type: "string", default: "10" },
    "rate-limit": { type: "string", default: "600" },
    log: { type: "string", default: "info" },
    "trust-proxy": { type: "boolean" },
    help: { type: "boolean" },
  });
  if (flags.given("help")) return null;
  const part = oneOf(flags, "run", PARTS);
  checkAddress(environment["STUDIO_ADMIN_EMAIL"]);
  return {
    host: flags.text("host"),
    port: flags.wholeNumber("port", 65_535),
    data: flags.text("data"),
    database_url: databaseUrl(environment["DATABASE_URL"]),
    connections: flags.wholeNumber("connections", 1000, 2),
    demo: flags.given("demo"),
    with_api: part !== "workers",
    with_workers: part !== "api",
    rate_limit_per_min: flags.wholeNumber("rate-limit", 1_000_000_000, 1),
    log_level: oneOf(flags, "log", LOG_LEVELS),
    trust_proxy: flags.given("trust-proxy"),
    metrics_token: environment["STUDIO_METRICS_TOKEN"] || null,
  };
}

function oneOf(flags: Flags, flag: string, values: readonly string[]): string {
  const value = flags.text(flag);
  if (!values.includes(value)) throw new OptionError(`--${flag} must be one of ${values.join(", ")}, not '${value}'`);
  return value;
}

/** Looked at before anything is made: it is written down once, at the first start. */
function checkAddress(email: string | undefined): void {
  if (!email || (email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email))) return;
  throw new OptionError(`STUDIO_ADMIN_EMAIL must be an e-mail address, not '${email}'`);
}

/** Null: the embedded database. @throws OptionError */
export function databaseUrl(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  // The text is not repeated: it holds a password.
  if (!/^postgres(ql)?:\/\//.test(text)) throw new OptionError("DATABASE_URL must begin with postgres://");
  return text;
}
