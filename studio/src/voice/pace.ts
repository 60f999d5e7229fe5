/** How fast a telephone conversation goes where nobody measures it: simulated callers, and jambonz between its hooks. */
export const PACE = {
  /** About 14 characters a second: 170 words a minute, what speech synthesis does by default. */
  ms_per_character: 70,
  /** Nothing that is said is shorter. */
  shortest_ms: 400,
  /** From one key to the next. */
  ms_per_key: 300,
} as const;

/** How long a text takes to be spoken. Depends on the text alone, so that transcripts do not depend on a synthesiser. */
export function speakingMs(text: string): number {
  return Math.max(PACE.shortest_ms, text.trim().length * PACE.ms_per_character);
}
