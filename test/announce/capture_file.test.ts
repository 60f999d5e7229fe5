import { createCanvas, loadImage } from "@napi-rs/canvas";
import { CAPTURE_HEAD_BYTES, type CaptureFacts, readFacts, stampCapture } from "../../src/announce/capture_file";

const FACTS: CaptureFacts = { uptime_ms: 123_456.7, reason: "microsleep", risk: 0.912345, perclos: 0.5 };

async function picture(): Promise<Buffer> {
  const canvas = createCanvas(240, 240);
  const c = canvas.getContext("2d");
  c.fillStyle = "#c08040";
  c.fillRect(20, 30, 100, 60);
  return canvas.encode("jpeg", 80);
}

describe("a capture", () => {
  test("is a JPEG that decodes to the same pixels, and says what it shows", async () => {
    const jpeg = await picture();
    const file = stampCapture(jpeg, FACTS);
    expect(readFacts(file.subarray(0, CAPTURE_HEAD_BYTES))).toEqual({ ...FACTS, uptime_ms: 123_456, risk: 0.9123 });
    const pixels = async (bytes: Uint8Array) => {
      const image = await loadImage(Buffer.from(bytes));
      const canvas = createCanvas(image.width, image.height);
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.data();
    };
    expect((await pixels(file)).equals(await pixels(jpeg))).toBe(true);
  });

  test("keeps the application segment first, as JFIF wants it", async () => {
    const file = stampCapture(await picture(), FACTS);
    expect([...file.subarray(0, 4)]).toEqual([0xff, 0xd8, 0xff, 0xe0]);
  });

  test("has its facts within reach also behind a large application segment", () => {
    const jpeg = new Uint8Array(4000);
    jpeg.set([0xff, 0xd8, 0xff, 0xe1, 0x0b, 0xb8]);
    expect(readFacts(stampCapture(jpeg, FACTS).subarray(0, CAPTURE_HEAD_BYTES))?.reason).toBe("microsleep");
  });

  test("holds 0 for a figure that is none, and shares within 0 to 1", async () => {
    const file = stampCapture(await picture(), { ...FACTS, risk: Number.NaN, perclos: 7 });
    expect(readFacts(file)).toMatchObject({ risk: 0, perclos: 1 });
  });

  test.each([
    ["nothing", new Uint8Array(0)],
    ["a PNG", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
  ])("is not made of %s", (_what, bytes) => {
    expect(() => stampCapture(bytes, FACTS)).toThrow(RangeError);
    expect(readFacts(bytes)).toBeNull();
  });

  test("of somebody else, or one that is damaged, has no facts", async () => {
    const jpeg = await picture();
    expect(readFacts(jpeg)).toBeNull();
    const file = stampCapture(jpeg, FACTS);
    for (let length = 0; length < 60; length++) expect(readFacts(file.subarray(0, length))).toBeNull();
    const other = Buffer.from(file);
    other.write("monitor.capture.v9", other.indexOf("monitor.capture.v1"));
    expect(readFacts(other)).toBeNull();
  });
});
