import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { SCENES } from "../driver/scenes";
import { type CameraSpec, parseCamera } from "./camera_spec";
import { loadCore } from "./core";
import { inputArguments } from "./ffmpeg_arguments";

const run = promisify(execFile);
const CHECK_MS = 10000;

async function checkFfmpeg(ffmpeg: string): Promise<void> {
  try {
    await run(ffmpeg, ["-version"], { timeout: CHECK_MS });
  } catch {
    throw new Error(`--camera file: and v4l2: need the program ffmpeg, and '${ffmpeg}' does not run: install ffmpeg`);
  }
}

async function checkFile(path: string, spec: CameraSpec, ffmpeg: string): Promise<void> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new Error(`--camera file:${path}: no such file`);
  if (!info.isFile()) throw new Error(`--camera file:${path}: not a file`);
  await access(path, constants.R_OK).catch(() => {
    throw new Error(`--camera file:${path}: may not be read`);
  });
  await checkFfmpeg(ffmpeg);
  const oneFrame = ["-nostdin", "-v", "error", ...inputArguments(spec, process.platform)];
  try {
    await run(ffmpeg, [...oneFrame, "-map", "0:v:0", "-frames:v", "1", "-f", "null", "-"], { timeout: CHECK_MS });
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr ?? "")
      .trim()
      .split("\n")
      .at(-1);
    throw new Error(`--camera file:${path}: ffmpeg finds no picture in it (${reason || "no reason given"})`);
  }
}

function checkScene(scene: string): void {
  if (SCENES.some((known) => known === scene)) return;
  throw new Error(`--camera sim:${scene}: no such scene; the scenes are ${SCENES.join(", ")}`);
}

async function checkDevice(device: string, ffmpeg: string): Promise<void> {
  if (process.platform === "linux") {
    const info = await stat(device).catch(() => null);
    if (!info) throw new Error(`--camera v4l2:${device}: no such device`);
    if (!info.isCharacterDevice()) throw new Error(`--camera v4l2:${device}: not a camera device`);
    await access(device, constants.R_OK).catch(() => {
      throw new Error(`--camera v4l2:${device}: may not be read (is this user in the group video?)`);
    });
  }
  await checkFfmpeg(ffmpeg);
}

/**
 * Finds at the start what would never give a frame: an unknown scene, a missing or unreadable file or device, a file
 * without a picture, no ffmpeg, a pixel core that is not built. A webcam is not opened here.
 * @param text what stands behind `--camera`
 * @param ffmpeg the program, looked up in PATH
 * @throws Error of one line that names the flag
 */
export async function checkCamera(text: string, ffmpeg = "ffmpeg"): Promise<void> {
  const spec = parseCamera(text);
  loadCore();
  if (spec.kind === "file") await checkFile(spec.path, spec, ffmpeg);
  if (spec.kind === "device") await checkDevice(spec.device, ffmpeg);
  if (spec.kind === "sim") checkScene(spec.scene);
}
