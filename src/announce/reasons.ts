/**
 * The alert reasons. Their numbers are part of the interface: appended to, never renumbered.
 * One token is shared by the spoken clip, the stored capture and the MQTT message of an event.
 */

import type { AlertReason } from "../monitor/reason";

export type Lang = "en" | "km";
export const LANGS: readonly Lang[] = ["en", "km"];

/** What the monitor announces, as the interface calls it where it names clips, captures and messages. */
export type ReasonToken = AlertReason;

export interface Reason {
  readonly number: number;
  readonly token: ReasonToken;
  /** What the clip says. */
  readonly text: Readonly<Record<Lang, string>>;
}

export const REASONS: readonly Reason[] = [
  {
    number: 0,
    token: "drowsy",
    text: { en: "Warning. You appear drowsy.", km: "សូមប្រយ័ត្ន។ អ្នកហាក់ដូចជាងងុយគេង។" },
  },
  {
    number: 1,
    token: "microsleep",
    text: { en: "Wake up! Wake up! Wake up!", km: "ភ្ញាក់ឡើង! ភ្ញាក់ឡើង! ភ្ញាក់ឡើង!" },
  },
  {
    number: 2,
    token: "yawning",
    text: { en: "You are yawning. Please take a break.", km: "អ្នកកំពុងស្ងាប។ សូមឈប់សម្រាកបន្តិច។" },
  },
  {
    number: 3,
    token: "head_nod",
    text: { en: "Stay alert. Keep your eyes on the road.", km: "សូមប្រុងប្រយ័ត្ន។ សូមសម្លឹងមើលផ្លូវ។" },
  },
  {
    number: 4,
    token: "no_driver",
    text: { en: "No driver detected.", km: "រកមិនឃើញអ្នកបើកបរទេ។" },
  },
];

/** The reason with this token. */
export function reasonOf(token: ReasonToken): Reason {
  return REASONS.find((reason) => reason.token === token)!;
}
