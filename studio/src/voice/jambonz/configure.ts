import { parseCidrs } from "../../net/address";
import { GuardedClient } from "../../net/client";
import type { VoiceGateway } from "../gateway";
import { JambonzClient } from "./client";
import { jambonzGateway } from "./gateway";

/** Names in the environment; all are needed but those with a default. */
export const JAMBONZ_VARIABLES = {
  /** Such as `https://jambonz.example/api/v1`; without it jambonz is not used. */
  api_url: "STUDIO_JAMBONZ_API_URL",
  account_sid: "STUDIO_JAMBONZ_ACCOUNT_SID",
  token: "STUDIO_JAMBONZ_TOKEN",
  /** The account's webhook secret; several, separated by commas, while it changes. */
  webhook_secret: "STUDIO_JAMBONZ_WEBHOOK_SECRET",
  /** Where jambonz reaches the studio, such as `https://studio.example`. */
  public_url: "STUDIO_PUBLIC_URL",
  synthesis_vendor: "STUDIO_JAMBONZ_SYNTHESIS_VENDOR",
  synthesis_voice: "STUDIO_JAMBONZ_SYNTHESIS_VOICE",
  recognizer_vendor: "STUDIO_JAMBONZ_RECOGNIZER_VENDOR",
} as const;
/** `1`: have jambonz tell people and answering machines apart. Default: no. */
const DETECT_MACHINES = "STUDIO_JAMBONZ_DETECT_MACHINES";

/** Our hooks, beneath the public URL. */
export const JAMBONZ_HOOKS_PATH = "/api/v1/voice/jambonz/calls";

export interface Jambonz {
  readonly gateway: VoiceGateway;
  readonly client: JambonzClient;
  readonly secrets: readonly string[];
  readonly hooksUrl: (call_id: string) => string;
}

const known = new WeakMap<NodeJS.ProcessEnv, Jambonz | null>();

/**
 * The jambonz that the operator has configured, the same one each time; null where there is none.
 * @throws Error naming the variables that are missing or wrong
 */
export function jambonzFrom(environment: NodeJS.ProcessEnv): Jambonz | null {
  const found = known.get(environment);
  if (found !== undefined) return found;
  const made = configured(environment);
  known.set(environment, made);
  return made;
}

function configured(environment: NodeJS.ProcessEnv): Jambonz | null {
  const value = (name: keyof typeof JAMBONZ_VARIABLES) => environment[JAMBONZ_VARIABLES[name]]?.trim() ?? "";
  const names = Object.keys(JAMBONZ_VARIABLES) as (keyof typeof JAMBONZ_VARIABLES)[];
  if (value("api_url") === "") return null;
  const missing = names.filter((name) => value(name) === "").map((name) => JAMBONZ_VARIABLES[name]);
  if (missing.length > 0) throw new Error(`jambonz needs ${missing.join(", ")} as well`);
  for (const name of ["api_url", "public_url"] as const) {
    if (!URL.canParse(value(name)) || !/^https?:/.test(value(name)))
      throw new Error(`${JAMBONZ_VARIABLES[name]} must be a URL such as https://voice.example, not '${value(name)}'`);
  }
  const base = value("public_url").replace(/\/+$/, "");
  const hooksUrl = (call_id: string) => `${base}${JAMBONZ_HOOKS_PATH}/${call_id}`;
  // The operator's own server may stand anywhere, beside the studio too.
  const http = new GuardedClient({ policy: { allow: parseCidrs("0.0.0.0/0 ::/0") }, idle_sockets: 10 });
  const client = new JambonzClient(
    {
      api_url: value("api_url"),
      account_sid: value("account_sid"),
      token: value("token"),
      speech: {
        synthesis_vendor: value("synthesis_vendor"),
        synthesis_voice: value("synthesis_voice"),
        recognizer_vendor: value("recognizer_vendor"),
      },
    },
    (asked) => http.request(asked),
  );
  return {
    gateway: jambonzGateway({ client, hooksUrl, detect_machines: environment[DETECT_MACHINES] === "1" }),
    client,
    secrets: value("webhook_secret")
      .split(/[\s,]+/)
      .filter(Boolean),
    hooksUrl,
  };
}

/** Takes the place of a gateway that is not there: every call fails, and says why. */
export function missingGateway(reason: string): VoiceGateway {
  const end = { outcome: "failed", reason, sip_status: null, ringing_ms: 0, duration_ms: 0 } as const;
  return { placeCall: async () => ({ kind: "ended", end }) };
}
