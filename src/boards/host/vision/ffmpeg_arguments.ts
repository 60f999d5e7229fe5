import { FRAME_SIDE_PX } from "../../../constants";
import type { CameraSpec } from "./camera_spec";

/** Frame rate of every camera on a computer. */
export const CAMERA_FPS = 25;

/** A picture file, a list or a stream address must not make ffmpeg open anything else. */
const LOCAL_ONLY = ["-protocol_whitelist", "file,pipe"];

/** The options before `-i`, and the input. A webcam goes through what the operating system offers. */
export function inputArguments(spec: CameraSpec, platform: NodeJS.Platform): string[] {
  if (spec.kind === "file") return [...LOCAL_ONLY, "-i", `file:${spec.path}`];
  if (spec.kind === "sim") throw new Error("the synthetic driver needs no ffmpeg");
  if (platform === "darwin") return ["-f", "avfoundation", "-framerate", "30", "-i", `${spec.device}:none`];
  if (platform === "win32") return ["-f", "dshow", "-i", `video=${spec.device}`];
  return ["-f", "v4l2", "-i", spec.device];
}

/**
 * The command line that writes raw 240x240 RGB565 frames, low byte first, to standard output at 25 frames a second.
 * A file plays at its own pace and over again, as a camera never ends.
 */
export function frameArguments(spec: CameraSpec, platform: NodeJS.Platform): string[] {
  const side = FRAME_SIDE_PX;
  const fit = `scale=${side}:${side}:force_original_aspect_ratio=increase,crop=${side}:${side},fps=${CAMERA_FPS}`;
  return [
    ...["-nostdin", "-hide_banner", "-loglevel", "error"],
    ...(spec.kind === "file" ? ["-re", "-stream_loop", "-1"] : []),
    ...inputArguments(spec, platform),
    ...["-map", "0:v:0", "-vf", fit, "-pix_fmt", "rgb565le", "-f", "rawvideo", "pipe:1"],
  ];
}
