import type { CallRequest, VoiceGateway } from "../gateway";
import { type CreateCall, type JambonzAccount, type JambonzClient, JambonzRefused } from "./client";
import { speechLanguage } from "./verbs";

export interface JambonzGatewayOptions {
  readonly client: JambonzClient;
  /** Where jambonz finds our hooks for a call, such as `https://studio.example/api/v1/voice/jambonz/calls/ID`. */
  readonly hooksUrl: (call_id: string) => string;
  /** Have jambonz tell people and answering machines apart. */
  readonly detect_machines: boolean;
}

/** A transferred caller may go on talking for so long after the scenario's own limit. */
const TRANSFERRED_S = 3_600;

/** Places calls through jambonz, which carries them and reports to our hooks. */
export function jambonzGateway(options: JambonzGatewayOptions): VoiceGateway {
  const { client } = options;
  return {
    async placeCall(request, signal) {
      const failed = (outcome: "failed" | "canceled", reason: string | null, sip_status: number | null = null) =>
        ({ kind: "ended", end: { outcome, reason, sip_status, ringing_ms: 0, duration_ms: 0 } }) as const;
      if (signal.aborted) return failed("canceled", null);
      try {
        const reference = await client.createCall(createCallOf(request, client.account, options));
        // Withdrawn while jambonz was asked: it is withdrawn there, and reports the end like any other.
        const end = () => void client.endCall(reference).catch(() => undefined);
        if (signal.aborted) end();
        return { kind: "handed_over", reference };
      } catch (error) {
        if (error instanceof JambonzRefused) return failed("failed", error.message);
        throw error;
      }
    },
    endCall: (reference) => client.endCall(reference),
  };
}

/** The document that places a call. */
export function createCallOf(
  request: Omit<CallRequest, "on_answer" | "on_ringing">,
  { speech }: Pick<JambonzAccount, "speech">,
  { hooksUrl, detect_machines }: Pick<JambonzGatewayOptions, "hooksUrl" | "detect_machines">,
): CreateCall {
  const hooks = hooksUrl(request.call_id);
  const language = speechLanguage(request.language);
  const hook = (name: string) => ({ url: `${hooks}/${name}`, method: "POST" }) as const;
  return {
    call_hook: hook("answer"),
    call_status_hook: hook("status"),
    from: request.from,
    to: { type: "phone", number: request.to, ...(request.trunk !== null && { trunk: request.trunk }) },
    timeout: Math.max(1, Math.round(request.ring_timeout_ms / 1_000)),
    timeLimit: Math.ceil(request.max_duration_ms / 1_000) + TRANSFERRED_S,
    tag: { call_id: request.call_id },
    ...(detect_machines && { amd: { actionHook: `${hooks}/amd` } }),
    speech_synthesis_vendor: speech.synthesis_vendor,
    speech_synthesis_language: language,
    speech_synthesis_voice: speech.synthesis_voice,
    speech_recognizer_vendor: speech.recognizer_vendor,
    speech_recognizer_language: language,
  };
}
