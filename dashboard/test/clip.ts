import { execFileSync } from "node:child_process";

/** Writes two seconds of a test picture, in which nobody sits. */
export function writeEmptyClip(path: string): void {
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2"];
  execFileSync("ffmpeg", ["-v", "error", ...picture, "-pix_fmt", "yuv420p", path]);
}
