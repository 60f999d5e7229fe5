import type { GuardedRequest, GuardedResponse } from "../../net/client";

/** How to reach the jambonz API: the operator's own configuration. */
export interface JambonzAccount {
  /** Such as `https://jambonz.example/api/v1`. */
  readonly api_url: string;
  readonly account_sid: string;
  readonly token: string;
  /** jambonz wants a vendor for calls that it makes; "default" will not do there. */
  readonly speech: {
    readonly synthesis_vendor: string;
    readonly synthesis_voice: string;
    readonly recognizer_vendor: string;
  };
}

export interface CreateCall {
  readonly call_hook: { readonly url: string; readonly method: "POST" };
  readonly call_status_hook: { readonly url: string; readonly method: "POST" };
  readonly from: string;
  readonly to: { readonly type: "phone"; readonly number: string; readonly trunk?: string };
  /** Seconds of ringing. */
  readonly timeout: number;
  /** Seconds of the whole call. */
  readonly timeLimit: number;
  readonly tag: Readonly<Record<string, string>>;
  readonly amd?: { readonly actionHook: string };
  readonly speech_synthesis_vendor: string;
  readonly speech_synthesis_language: string;
  readonly speech_synthesis_voice: string;
  readonly speech_recognizer_vendor: string;
  readonly speech_recognizer_language: string;
}

/** One HTTP exchange; `GuardedClient.request` is one. */
export type Exchange = (asked: GuardedRequest) => Promise<Pick<GuardedResponse, "status" | "body">>;

/** jambonz did not do what it was asked for. The message holds no credential. */
export class JambonzRefused extends Error {
  constructor(
    message: string,
    readonly status: number | null,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 65_536;

/** The part of jambonz's REST API that calls need. */
export class JambonzClient {
  constructor(
    readonly account: JambonzAccount,
    private readonly exchange: Exchange,
  ) {}

  /** Places a call. @returns jambonz's name for it. @throws JambonzRefused */
  async createCall(call: CreateCall): Promise<string> {
    const { status, document } = await this.ask("POST", "", call);
    const { sid } = document as { sid?: unknown };
    if (status !== 201 || typeof sid !== "string" || sid === "") throw refused("place the call", status, document);
    return sid;
  }

  /** Ends a call, ringing or talking; harmless when it is over. @throws JambonzRefused where jambonz cannot be asked */
  async endCall(sid: string): Promise<void> {
    const path = `/${encodeURIComponent(sid)}`;
    // jambonz ends what talks with one word and what rings with another, and refuses the wrong one.
    for (const call_status of ["completed", "no-answer"]) {
      const { status, document } = await this.ask("PUT", path, { call_status });
      if (status < 300 || status === 404) return;
      if (status !== 422 && status !== 400) throw refused("end the call", status, document);
    }
  }

  private async ask(method: string, path: string, body: object): Promise<{ status: number; document: unknown }> {
    const { api_url, account_sid, token } = this.account;
    const url = `${api_url.replace(/\/+$/, "")}/Accounts/${encodeURIComponent(account_sid)}/Calls${path}`;
    try {
      const answer = await this.exchange({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        timeout_ms: TIMEOUT_MS,
        max_response_bytes: MOST_BYTES,
      });
      return { status: answer.status, document: parsed(answer.body.toString("utf8")) };
    } catch (error) {
      throw new JambonzRefused(
        `jambonz cannot be asked: ${error instanceof Error ? error.message : "no answer"}`,
        null,
      );
    }
  }
}

function refused(what: string, status: number, document: unknown): JambonzRefused {
  const { msg } = document as { msg?: unknown };
  const why = typeof msg === "string" ? `: ${msg.slice(0, 200)}` : "";
  return new JambonzRefused(`jambonz did not ${what} (status ${status})${why}`, status);
}

function parsed(text: string): unknown {
  try {
    return (JSON.parse(text) as unknown) ?? {};
  } catch {
    return {};
  }
}
