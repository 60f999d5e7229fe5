import type { ProblemFinding } from "../http/problem";
import { normalNumber } from "../phone/number";
import { checkWindow } from "../schedule/check";
import type { CallingWindow } from "../schedule/document";
import { timeZoneNamed } from "../time/zone";

/** What is wrong with settings that have the right form. */
export function checkSettings(settings: {
  caller_number?: string;
  default_time_zone?: string;
  calling_window?: CallingWindow | null;
}): ProblemFinding[] {
  const findings: ProblemFinding[] = [];
  const fault = (path: string, message: string) => findings.push({ nodeId: null, path, message });
  if (settings.caller_number !== undefined && normalNumber(settings.caller_number) === null) {
    fault("/caller_number", "is not an international number, such as +4930123456");
  }
  if (settings.default_time_zone !== undefined && timeZoneNamed(settings.default_time_zone) === null) {
    fault("/default_time_zone", "is not the IANA name of a time zone");
  }
  if (settings.calling_window) {
    for (const finding of checkWindow(settings.calling_window)) {
      if (finding.severity !== "warning") findings.push({ ...finding, path: `/calling_window${finding.path}` });
    }
  }
  return findings;
}
