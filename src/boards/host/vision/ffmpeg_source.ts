import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { FRAME_SIDE_PX } from "../../../constants";
import { Backoff } from "./backoff";
import type { CameraSpec } from "./camera_spec";
import { frameArguments } from "./ffmpeg_arguments";
import { type CameraFormat, type CameraSource, type FrameSink, monotonicMs } from "./source";

/** A child that gives no frame for this long is ended and started again; a webcam may take a while to open. */
const OPEN_MS = 8000;
const STALL_MS = 3000;
/** Frames for this long show that an attempt held. */
const HELD_MS = 5000;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A video file or a webcam through an ffmpeg child process, which is started again with a growing wait when it ends. */
export class FfmpegSource implements CameraSource {
  readonly format: CameraFormat = { byte_swap: false, rotate_180: false };
  #command: string;
  #arguments: string[];
  #sink: FrameSink | null = null;
  #child: Child | null = null;
  #backoff = new Backoff();
  #retry: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;

  /** @param command the ffmpeg program, looked up in PATH */
  constructor(spec: CameraSpec, command: string) {
    this.#command = command;
    this.#arguments = frameArguments(spec, process.platform);
  }

  start(sink: FrameSink): void {
    this.#sink = sink;
    this.#open(sink);
  }

  async stop(): Promise<void> {
    this.#sink = null;
    if (this.#retry) clearTimeout(this.#retry);
    const child = this.#child;
    if (!child) return;
    const gone = new Promise((resolve) => child.on("close", resolve));
    this.#close();
    await gone;
  }

  #open(sink: FrameSink): void {
    // Its own process group: an interrupt typed at the terminal is for the unit, which ends this child itself.
    const detached = process.platform !== "win32";
    const child = spawn(this.#command, this.#arguments, { stdio: ["ignore", "pipe", "pipe"], detached });
    this.#child = child;
    sink.child(child.pid ?? null);
    const opened_ms = monotonicMs();
    let limit_ms = opened_ms + OPEN_MS;
    let complaint = "";
    const frame = new Uint8Array(FRAME_SIDE_PX * FRAME_SIDE_PX * 2);
    let filled = 0;

    child.stdout.on("data", (bytes: Buffer) => {
      if (this.#child !== child) return;
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + frame.length - filled);
        frame.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < frame.length) return;
        filled = 0;
        const now_ms = monotonicMs();
        limit_ms = now_ms + STALL_MS;
        if (now_ms - opened_ms > HELD_MS) this.#backoff.reset();
        sink.frame(frame, now_ms);
      }
    });
    child.stderr.on("data", (bytes: Buffer) => {
      complaint = (complaint + bytes.toString()).slice(-500);
    });
    child.on("error", (error) => this.#ended(child, error.message));
    child.on("close", (code, signal) => {
      const line = complaint.trim().split("\n").at(-1);
      this.#ended(child, line || `ended with ${signal ?? code}`);
    });
    this.#watch = setInterval(() => {
      if (monotonicMs() < limit_ms) return;
      complaint = "gives no frames";
      child.kill("SIGKILL");
    }, 500);
  }

  /** Ends the child. SIGKILL: it only reads and writes a pipe, and a hung camera driver may hold up anything milder. */
  #close(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
    const child = this.#child;
    this.#child = null;
    child?.kill("SIGKILL");
  }

  #ended(child: Child, reason: string): void {
    const sink = this.#sink;
    if (this.#child !== child || !sink) return;
    this.#close();
    sink.child(null);
    const wait_ms = this.#backoff.next();
    sink.log(`camera: ffmpeg ${reason}; again in ${wait_ms / 1000} s`);
    this.#retry = setTimeout(() => this.#open(sink), wait_ms);
  }
}
