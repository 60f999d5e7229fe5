import { rmSync } from "node:fs";
import { join } from "node:path";
import { ImageError, readImage } from "../../../tools/flash/image";
import { FILES, imageFolder } from "./image_folder";

const folders: string[] = [];
const made = (list?: object) => {
  const folder = imageFolder(list);
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe("the image", () => {
  test("is found wherever under the folder it was built, in the order of its addresses", () => {
    const { parts, settings, built } = readImage(made());
    expect(parts.map(({ name, address }) => [address, name])).toEqual([
      [0, FILES["0x0"]],
      [0x8000, FILES["0x8000"]],
      [0x30000, FILES["0x30000"]],
    ]);
    expect(Buffer.from(parts[1]!.bytes).toString()).toBe("bytes of 0x8000");
    expect(settings).toEqual({ mode: "dio", size: "16MB", freq: "80m" });
    expect(new Date(built).toISOString()).toBe(built);
  });

  test("that was never built is asked for", () => {
    const nowhere = join(made(), "nowhere");
    expect(() => readImage(nowhere)).toThrow(new ImageError(`no image in ${nowhere}: run make image first`));
  });

  test.each([
    ["a file is missing", { "0x0": "bootloader/none.bin" }],
    ["an address is none", { somewhere: FILES["0x0"] }],
    ["nothing is listed", {} as object],
  ])("is not written in part where %s", (_, list) => {
    expect(() => readImage(made(list))).toThrow(/the image is not whole/);
  });
});
