import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { FastifyReply } from "fastify";
import { problem } from "../http/problem";
import { rangeOf } from "./range";
import { RECORDINGS_FOLDER } from "./recordings_folder";

/** Sends a recording, whole or the part that Range asks for. @param name path beneath the recordings' folder, from the database */
export async function sendRecording(
  reply: FastifyReply,
  data: string,
  name: string,
  range_header: string | undefined,
): Promise<void> {
  const path = pathOf(data, name);
  const found = await stat(path).catch(() => null);
  if (found === null) throw problem("NOT_FOUND", { detail: "The recording is not on this machine" });
  const range = rangeOf(range_header, found.size);
  if (range.kind === "unsatisfiable") {
    throw problem("RANGE_NOT_SATISFIABLE", { headers: { "content-range": `bytes */${found.size}` } });
  }
  const part = range.kind === "part" ? { start: range.from, end: range.to } : {};
  reply
    .code(range.kind === "part" ? 206 : 200)
    .type("audio/wav")
    .header("accept-ranges", "bytes")
    .header("content-length", range.kind === "part" ? range.to - range.from + 1 : found.size);
  if (range.kind === "part") reply.header("content-range", `bytes ${range.from}-${range.to}/${found.size}`);
  await reply.send(createReadStream(path, part));
}

export async function deleteRecording(data: string, name: string): Promise<void> {
  await rm(pathOf(data, name), { force: true });
}

function pathOf(data: string, name: string): string {
  // Names are made by the recorder; one with a way out of the folder would be a fault of ours.
  if (name.split(sep).includes("..")) throw new Error("a recording's name leaves its folder");
  return join(data, RECORDINGS_FOLDER, name);
}
