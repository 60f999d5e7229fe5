/** What the HTTP and stream servers do with given bytes, written down in full: the same on every engine. */
import { HttpError } from "../../src/http/error";
import { parseForm } from "../../src/http/form";
import { decodeUtf8, encodeUtf8 } from "../../src/http/utf8";
import { StreamServer } from "../../src/stream/server";
import { Fixture, get, post } from "../http/fixture";
import { ManualTimers } from "../http/manual_timers";
import { MemoryNet } from "../http/memory_net";
import { latin1, parseAll } from "../http/parsing";
import { REFUSED } from "../http/shapes";

export async function play(): Promise<string> {
  const record = { parsed: parsed(), text: text(), forms: forms(), served: await served(), streamed: streamed() };
  return JSON.stringify(record).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function parsed(): unknown {
  return REFUSED.map(([, , request]) => {
    const bytes = latin1(request);
    const every_seventh = Array.from({ length: Math.floor(bytes.length / 7) }, (_, i) => i * 7);
    return [parseAll(bytes), parseAll(bytes, every_seventh)];
  });
}

function text(): unknown {
  const samples = [
    "",
    "a".repeat(200),
    "អ្នកបើកបរ",
    "😀".repeat(40),
    "a\ud83d",
    "\udc00b",
    "\0\x7f\x80\u07ff\u0800\uffff",
  ];
  const bytes = [
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe1, 0x9e],
    [0xef, 0xbb, 0xbf, 0x41],
  ];
  return [
    samples.map((sample) => [...encodeUtf8(sample)]),
    samples.map((sample) => decodeUtf8(encodeUtf8(sample))),
    bytes.map((sample) => decodeUtf8(new Uint8Array(sample))),
  ];
}

function forms(): unknown {
  return ["a=1&b=%E1%9E%A2+x", "a=%", "a=1&a=2", "a=%ff", "&&=&"].map((form) => {
    try {
      return [...parseForm(form)];
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return { status: error.status, message: error.message, field: error.field };
    }
  });
}

async function served(): Promise<unknown> {
  const fixture = new Fixture();
  const asked = [
    get("/") + get("/big") + post("/echo", "abc"),
    get("/later") + get("/"),
    post("/echo", "x".repeat(1001)),
    post("/", null, "Origin: http://evil.example\r\n"),
    get("/throws"),
    get("/broken-header"),
    "GET / HT",
    "",
  ].map((request) => fixture.ask(request));
  fixture.later[0]!.answer("kept waiting");
  await fixture.settle();
  fixture.wait(6000);
  const more = Array.from({ length: 12 }, () => fixture.ask(get("/")));
  fixture.wait(20_000);
  return [
    [...asked, ...more].map((peer) => [peer.text, peer.closed]),
    fixture.errors.map(String),
    fixture.timers.count,
  ];
}

function streamed(): unknown {
  const net = new MemoryNet();
  const timers = new ManualTimers();
  const server = new StreamServer({ Listener: net.Listener, timers, port: 81, frame: async () => null });
  const viewers = [true, false].map((reading) => {
    const peer = net.connect();
    peer.reading = reading;
    peer.send(get("/stream"));
    net.drain();
    return peer;
  });
  for (let number = 0; number < 50; number++) {
    timers.advance(67);
    server.publish(new Uint8Array(900).fill(number));
    net.drain();
  }
  return [viewers.map((peer) => peer.text), server.viewers];
}
