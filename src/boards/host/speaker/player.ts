/** The computer's own output, through the player program that its system brings along. Nothing here ever waits for it. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buildWav, CLIP_FILE_MAX_BYTES, SAMPLE_RATE_HZ } from "../../../announce/wav";
import type { AudioOut, AudioOutConstructor, AudioOutOptions } from "../../../board/speaker";

/** A program that plays raw samples from its standard input, or the WAV file that `CLIP_FILE` names in its environment. */
export interface Player {
  readonly command: string;
  readonly args: readonly string[];
  readonly input: "samples" | "file";
}

const RATE = `${SAMPLE_RATE_HZ}`;
const LINUX: readonly Player[] = [
  { command: "aplay", args: ["-q", "-t", "raw", "-f", "S16_LE", "-r", RATE, "-c", "1", "-"], input: "samples" },
  { command: "paplay", args: ["--raw", "--format=s16le", `--rate=${RATE}`, "--channels=1"], input: "samples" },
];
const MAC: Player = { command: "sh", args: ["-c", 'exec afplay "$CLIP_FILE"'], input: "file" };
const WINDOWS: Player = {
  command: "powershell",
  args: ["-NoProfile", "-Command", "(New-Object Media.SoundPlayer $env:CLIP_FILE).PlaySync()"],
  input: "file",
};

/** A pipe of Linux holds this much; more would only wait in our own memory. */
const PIPE_BYTES = 65_536;
/** A player that was told the end and still runs after this time is ended. */
const LEAVE_MS = 3000;

function installed(command: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The player of this system; null where none is installed. */
export function systemPlayer(): Player | null {
  if (process.platform === "darwin") return MAC;
  if (process.platform === "win32") return WINDOWS;
  return LINUX.find(({ command }) => installed(command)) ?? null;
}

/** The constructor of the class throws where `player` is null; a player that fails is reported through `onError`. */
export function playerSpeaker(player: Player | null): AudioOutConstructor {
  return class PlayerSpeaker implements AudioOut {
    readonly #options: AudioOutOptions;
    readonly #player: Player;
    #child: ChildProcess | null = null;
    #dir: string | null = null;
    #room = 0;
    #over = false;
    #complaint = "";

    constructor(options: AudioOutOptions) {
      if (!player) throw new Error("no player found: install aplay (alsa-utils) or paplay (pulseaudio-utils)");
      this.#player = player;
      this.#options = options;
    }

    start(): void {
      if (this.#player.input === "file") {
        setImmediate(() => this.#offer(CLIP_FILE_MAX_BYTES));
        return;
      }
      this.#spawn({}).once("spawn", () => this.#offer(PIPE_BYTES));
    }

    write(samples: Uint8Array): void {
      if (samples.length > this.#room) throw new Error("more samples than the player has room for");
      if (this.#player.input === "file") {
        // The room is that of the longest clip, so one write is the whole of it.
        this.#room = 0;
        this.#dir = mkdtempSync(join(tmpdir(), "drowsyguard-clip-"));
        const file = join(this.#dir, this.#options.name);
        writeFileSync(file, buildWav(samples));
        this.#spawn({ CLIP_FILE: file });
        return;
      }
      this.#room -= samples.length;
      this.#child?.stdin?.write(samples.slice(), (error) => {
        if (!error) this.#offer(this.#room + samples.length);
      });
    }

    stop(): void {
      this.#child?.kill();
    }

    close(): void {
      if (this.#over) return;
      this.#over = true;
      const child = this.#child;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.stdin?.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), LEAVE_MS);
      timer.unref();
      child.once("exit", () => clearTimeout(timer));
    }

    #offer(room: number): void {
      if (this.#over) return;
      this.#room = room;
      this.#options.onWritable(room);
    }

    #spawn(environment: Record<string, string>): ChildProcess {
      const { command, args } = this.#player;
      const env = { ...process.env, ...environment };
      const child = spawn(command, args, { env, stdio: ["pipe", "ignore", "pipe"], windowsHide: true });
      this.#child = child;
      child.stderr?.on("data", (text: Buffer) => {
        this.#complaint = `${this.#complaint}${text}`.slice(0, 400);
      });
      // A player that left is reported by its end, not by the pipe that broke on it.
      child.stdin?.on("error", () => {});
      child.once("error", (error) => this.#fail(error.message));
      child.once("close", (status, signal) => {
        if (this.#dir) rmSync(this.#dir, { recursive: true, force: true });
        const line = this.#complaint.trim().split("\n")[0];
        if (status !== 0) this.#fail(`${command} ended with ${signal ?? status}${line ? `: ${line}` : ""}`);
      });
      return child;
    }

    #fail(reason: string): void {
      if (this.#over) return;
      this.#over = true;
      this.#options.onError?.(reason);
    }
  };
}
