import { type FileHandle, open, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { problem } from "../http/problem";
import { rangeOf } from "./range";
import { RECORDINGS_FOLDER } from "./recordings_folder";

/** What a request says of the part that it wants. */
export interface RecordingRequest {
  method: string;
  headers: { range?: string | undefined; "if-range"?: string | string[] | undefined };
}

/**
 * Sends a recording, whole or the part that Range asks for; of a HEAD request what the answer would carry.
 * @param recording the call's id, and the file's path beneath the recordings' folder, from the database
 */
export async function sendRecording(
  reply: FastifyReply,
  data: string,
  recording: { id: string; name: string },
  { method, headers }: RecordingRequest,
): Promise<void> {
  const file = await openFile(pathOf(data, recording.name));
  if (file === null) throw problem("NOT_FOUND", { detail: "The recording is not on this machine" });
  let content: Readable | null = null;
  try {
    const { size } = await file.stat();
    // A recording is written once and never changed.
    const etag = `"${recording.id}"`;
    const if_range = headers["if-range"];
    const range = rangeOf(if_range === undefined || if_range === etag ? headers.range : undefined, size);
    if (range.kind === "unsatisfiable") {
      throw problem("RANGE_NOT_SATISFIABLE", { headers: { "content-range": `bytes */${size}` } });
    }
    const [from, to] = range.kind === "part" ? [range.from, range.to] : [0, size - 1];
    if (method !== "HEAD" && size > 0) content = file.createReadStream({ start: from, end: to });
    reply.code(range.kind === "part" ? 206 : 200).type("audio/wav");
    reply.headers({ "accept-ranges": "bytes", etag, "content-length": to - from + 1 });
    if (range.kind === "part") reply.header("content-range", `bytes ${from}-${to}/${size}`);
  } finally {
    // The stream closes it otherwise.
    if (content === null) await file.close();
  }
  await reply.send(content ?? Readable.from([]));
}

async function openFile(path: string): Promise<FileHandle | null> {
  return open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

export async function deleteRecording(data: string, name: string): Promise<void> {
  await rm(pathOf(data, name), { force: true });
}

function pathOf(data: string, name: string): string {
  // Names are made by the recorder; one with a way out of the folder would be a fault of ours.
  if (name.split(sep).includes("..")) throw new Error("a recording's name leaves its folder");
  return join(data, RECORDINGS_FOLDER, name);
}
