/** The speakers of a computer, by what `--speaker` says. */
import type { AudioOutConstructor } from "../../../board/speaker";
import { playerSpeaker, systemPlayer } from "./player";
import { wavSpeaker } from "./wav";

export const SPEAKER_USAGE = "none, wav:DIR or default";

/** Whether `choice` is one that `hostSpeaker` takes. */
export const isSpeaker = (choice: string) => choice === "none" || choice === "default" || /^wav:./.test(choice);

/**
 * Null for `none`. `wav:DIR` keeps what would be heard as files; `default` plays on the computer's own output.
 * `now_ms` is the unit's clock. Throws RangeError for any other choice.
 */
export function hostSpeaker(choice: string, now_ms: () => number): AudioOutConstructor | null {
  if (!isSpeaker(choice)) throw new RangeError(`the speaker must be ${SPEAKER_USAGE}, not '${choice}'`);
  if (choice === "none") return null;
  return choice === "default" ? playerSpeaker(systemPlayer()) : wavSpeaker(choice.slice("wav:".length), now_ms);
}
