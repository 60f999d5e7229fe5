import { createCanvas, loadImage } from "@napi-rs/canvas";
import { Monitor } from "../../../src/monitor/monitor";
import { Drive } from "../../../test/monitor/driver";
import { cropGrey, faceSquare } from "../../src/engine/crop";
import { topState, type View } from "../../src/engine/view";
import { ANNOTATED_PX, Annotator } from "../../src/picture/annotate";
import { EyesPicture, TensorPicture, VALUE_PX } from "../../src/picture/crops";

function view(change: Partial<View> = {}): View {
  const monitor = new Monitor();
  for (const o of new Drive({ fps: 25 }).awake(3).frames()) monitor.observe(o);
  const { state } = monitor;
  return {
    t_ms: 0,
    frame: new Uint8Array(240 * 240 * 2),
    state,
    status: topState(state, true),
    trained: true,
    roi: null,
    square: null,
    tensor: null,
    eyes: { left: null, right: null },
    ...change,
  };
}

async function pixels(jpeg: Uint8Array) {
  const image = await loadImage(Buffer.from(jpeg));
  const c = createCanvas(image.width, image.height).getContext("2d");
  c.drawImage(image, 0, 0);
  const { data } = c.getImageData(0, 0, image.width, image.height);
  return {
    w: image.width,
    h: image.height,
    at: (x: number, y: number) =>
      [...data.slice((y * image.width + x) * 4, (y * image.width + x) * 4 + 3)] as [number, number, number],
  };
}

test.each([32, 64])("the input picture keeps every value of a %d x %d tensor", async (side) => {
  const tensor = { side, pixels: Uint8Array.from({ length: side * side }, (_, i) => (i * 37) % 256) };
  const { w, h, at } = await pixels(new TensorPicture().jpeg(view({ tensor })));
  expect([w, h]).toEqual([side * VALUE_PX, side * VALUE_PX]);
  let worst = 0;
  for (let i = 0; i < side * side; i += 1) {
    const [r] = at((i % side) * VALUE_PX + 4, Math.floor(i / side) * VALUE_PX + 4);
    worst = Math.max(worst, Math.abs(r - tensor.pixels[i]!));
  }
  expect(worst).toBeLessThanOrEqual(2);
});

test("both eyes stand beside each other, left on the left; a missing one is an empty panel", async () => {
  const bright = { side: 32, pixels: new Uint8Array(1024).fill(200) };
  const picture = new EyesPicture();
  const both = await pixels(
    picture.jpeg(view({ eyes: { left: { side: 32, pixels: new Uint8Array(1024).fill(60) }, right: bright } })),
  );
  expect([both.w, both.h]).toEqual([528, 256]);
  expect(Math.abs(both.at(20, 20)[0] - 60)).toBeLessThan(3);
  expect(Math.abs(both.at(500, 20)[0] - 200)).toBeLessThan(3);
  const one = await pixels(picture.jpeg(view({ eyes: { left: null, right: bright } })));
  expect(one.at(20, 20)[0]).toBeLessThan(60);
});

test("the annotated frame has the box in the colour of the state", async () => {
  const shown = view();
  expect(shown.status).toBe("ok");
  const annotator = new Annotator();
  const { w, h, at } = await pixels(annotator.jpeg(shown));
  expect([w, h]).toEqual([ANNOTATED_PX, ANNOTATED_PX]);
  const [x, y] = [Math.round(shown.state.face.x * 2), Math.round((shown.state.face.y + shown.state.face.h / 2) * 2)];
  const [r, g, b] = at(x, y);
  expect(g).toBeGreaterThan(r + 40);
  expect(g).toBeGreaterThan(b);
  const fault = await pixels(annotator.jpeg({ ...shown, status: "fault" }));
  expect(fault.at(x, y)[2]).toBeGreaterThan(fault.at(x, y)[1] + 40);
});

test("a face crop is sampled by area, and reaches over the border without harm", () => {
  const grey = Uint8Array.from({ length: 240 * 240 }, (_, i) => i % 240);
  const crop = cropGrey(grey, { x: 48, y: 0, w: 128, of: "face" });
  expect([crop[0], crop[63]]).toEqual([49, 175]);
  const over = cropGrey(grey, { x: -64, y: -64, w: 128, of: "face" });
  expect([over[0], over[31], over[63]]).toEqual([0, 0, 63]);
});

test("the square is around the face, or the zoomed centre", () => {
  const [face] = [...new Drive({ fps: 25 }).awake(1).frames()].flatMap((o) => o.detect ?? []);
  const { x, y, w } = faceSquare({ ...face!, x: 50, y: 60, w: 80, h: 100 }, 0.5);
  expect([x, y, w]).toEqual([40, 60, 100]);
  expect(faceSquare(null, 0.75)).toEqual({ x: 30, y: 30, w: 180, of: "centre" });
});
