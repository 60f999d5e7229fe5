import type {
  CutOff,
  ListenOptions,
  ListenResult,
  SayOptions,
  SayResult,
  TransferResult,
  VoiceSession,
} from "../../runtime/session";
import { PACE, speakingMs } from "../pace";
import type { Caller, Reply } from "./caller";
import type { CallClock } from "./clock";

/** How sure a recogniser is of a word that was spoken clearly, and of one that was not. */
const CLEAR = 0.92;
const MUMBLED = 0.18;

/**
 * An answered call with a simulated caller. The clock starts at the answer.
 * @param canceled aborted when the studio withdraws the call; what is under way is cut off at once
 * @param max_duration_ms the call is cut off then, whatever an operation's own limit says
 */
export class SimulatedSession implements VoiceSession {
  private gone: CutOff | null = null;
  private bargedIn = false;

  constructor(
    private readonly caller: Caller,
    private readonly clock: CallClock,
    private readonly canceled: AbortSignal,
    private readonly max_duration_ms = Number.POSITIVE_INFINITY,
  ) {}

  now_ms(): number {
    return this.clock.now_ms();
  }

  async say(text: string, options: SayOptions): Promise<SayResult> {
    const from_ms = this.now_ms();
    const result = (interrupted: SayResult["interrupted"]): SayResult => ({
      from_ms,
      to_ms: this.now_ms(),
      interrupted,
    });
    if (this.gone !== null) return result(this.gone);
    // Who has begun to talk hears no further sentence that may be interrupted, and talks over the others in vain.
    if (this.bargedIn && options.barge_in) return result("barge_in");
    this.bargedIn = false;
    const whole_ms = speakingMs(text);
    const reaction = this.caller.reaction(text);
    const acts =
      reaction.kind !== "hear" && reaction.after_ms < whole_ms && (reaction.kind !== "barge_in" || options.barge_in);
    const cut = await this.pass(acts ? reaction.after_ms : whole_ms, options.until_ms);
    if (cut !== null) return result(cut);
    if (!acts) return result(null);
    if (reaction.kind === "hang_up") return result(this.leave("caller_hung_up"));
    this.bargedIn = true;
    return result("barge_in");
  }

  async listen(options: ListenOptions): Promise<ListenResult> {
    const begun_ms = this.now_ms();
    if (this.gone !== null) return { kind: "cut_off", by: this.gone, from_ms: begun_ms, to_ms: begun_ms };
    const reply = this.caller.reply(options);
    const at_once = this.bargedIn;
    this.bargedIn = false;
    const wait_ms = reply.kind === "silence" || !usable(reply, options) ? Number.POSITIVE_INFINITY : reply.after_ms;
    const delay_ms = at_once && Number.isFinite(wait_ms) ? 0 : wait_ms;
    const cut = await this.pass(Math.min(delay_ms, options.timeout_ms), options.until_ms);
    const from_ms = this.now_ms();
    if (cut !== null) return { kind: "cut_off", by: cut, from_ms: begun_ms, to_ms: from_ms };
    if (delay_ms >= options.timeout_ms) return { kind: "silence", from_ms: begun_ms, to_ms: from_ms };
    return this.heard(reply, options, from_ms);
  }

  async transfer(to: string, options: { readonly until_ms: number }): Promise<TransferResult> {
    const from_ms = this.now_ms();
    const answer = this.caller.transfer(to);
    const cut = this.gone ?? (await this.pass(answer.after_ms, options.until_ms));
    const to_ms = this.now_ms();
    if (cut !== null) return { kind: "cut_off", by: cut, from_ms, to_ms };
    return answer.kind === "connected"
      ? { kind: "connected", from_ms, to_ms }
      : { kind: "failed", reason: answer.reason, from_ms, to_ms };
  }

  async hangup(): Promise<void> {
    this.gone ??= "canceled";
  }

  async during<T>(work: () => Promise<T>): Promise<{ value: T; at_ms: number; cut_off: CutOff | null }> {
    const value = await work();
    await this.pass(this.clock.work_ms, Number.POSITIVE_INFINITY);
    return { value, at_ms: this.now_ms(), cut_off: this.gone };
  }

  private async heard(reply: Reply, options: ListenOptions, from_ms: number): Promise<ListenResult> {
    if (reply.kind === "hang_up") {
      return { kind: "cut_off", by: this.leave("caller_hung_up"), from_ms, to_ms: from_ms };
    }
    const digits = reply.kind === "digits" ? entered(reply.digits, options) : null;
    const text = reply.kind === "speech" ? reply.text : "";
    const lasts_ms = digits === null ? speakingMs(text) : digits.lasts_ms;
    const cut = await this.pass(lasts_ms, options.until_ms);
    const to_ms = this.now_ms();
    if (cut !== null) return { kind: "cut_off", by: cut, from_ms, to_ms };
    if (digits !== null) return { kind: "digits", digits: digits.keys, from_ms, to_ms };
    const confidence = reply.kind === "speech" ? (reply.confidence ?? CLEAR) : MUMBLED;
    return { kind: "speech", text, confidence, from_ms, to_ms };
  }

  /** Lets time pass, as far as the call lasts. Returns what cut it off. */
  private async pass(duration_ms: number, until_ms: number): Promise<CutOff | null> {
    const left_ms = Math.min(until_ms, this.max_duration_ms) - this.now_ms();
    await this.clock.pass(Math.min(duration_ms, left_ms), this.canceled);
    if (this.canceled.aborted) return this.leave("canceled");
    return duration_ms > left_ms ? this.leave("time_limit") : null;
  }

  private leave(by: CutOff): CutOff {
    this.gone ??= by;
    return this.gone;
  }
}

/** Whether the gateway listens for that at all. */
function usable(reply: Reply, { mode }: ListenOptions): boolean {
  if (reply.kind === "digits") return mode !== "speech";
  if (reply.kind === "speech" || reply.kind === "mumble") return mode !== "dtmf";
  return true;
}

/** What an entry comes to: the finish key or the last possible key ends it, else the pause behind the last one. */
function entered(pressed: string, options: ListenOptions): { keys: string; lasts_ms: number } {
  const finish = options.finish_key === undefined ? -1 : pressed.indexOf(options.finish_key);
  const before = finish < 0 ? pressed : pressed.slice(0, finish);
  const keys = before.slice(0, options.max_digits);
  const ended = keys.length === options.max_digits || finish >= 0;
  const count = keys.length === options.max_digits ? keys.length : keys.length + (finish >= 0 ? 1 : 0);
  return { keys, lasts_ms: count * PACE.ms_per_key + (ended ? 0 : options.timeout_ms) };
}
