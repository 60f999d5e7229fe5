/**
 * Draws the product's icon (an open eye under a lid) and writes it as a multi-size .ico.
 * usage: node --import tsx tools/icon/main.ts OUT.ico
 */
import { writeFileSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";

const SIZES_PX = [16, 32, 48];

function draw(side_px: number): Buffer {
  const canvas = createCanvas(side_px, side_px);
  const c = canvas.getContext("2d");
  c.scale(side_px / 48, side_px / 48);
  c.fillStyle = "#10202e";
  c.beginPath();
  c.roundRect(0, 0, 48, 48, 10);
  c.fill();
  c.fillStyle = "#f4f7f9";
  c.beginPath();
  c.moveTo(4, 26);
  c.quadraticCurveTo(24, 6, 44, 26);
  c.quadraticCurveTo(24, 44, 4, 26);
  c.fill();
  c.fillStyle = "#1fa37a";
  c.beginPath();
  c.arc(24, 25, 9, 0, 2 * Math.PI);
  c.fill();
  c.fillStyle = "#10202e";
  c.beginPath();
  c.arc(24, 25, 4.2, 0, 2 * Math.PI);
  c.fill();
  c.strokeStyle = "#f2b134";
  c.lineWidth = 4;
  c.lineCap = "round";
  c.beginPath();
  c.moveTo(5, 20);
  c.quadraticCurveTo(24, 0, 43, 20);
  c.stroke();
  return canvas.toBuffer("image/png");
}

/** Packs PNG images into the ICO container: header, one 16-byte entry per image, the images. */
function ico(images: { side_px: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ side_px, png }, i) => {
    const at = 6 + 16 * i;
    head.writeUInt8(side_px, at);
    head.writeUInt8(side_px, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

const out = process.argv[2];
if (!out) {
  console.error("usage: node --import tsx tools/icon/main.ts OUT.ico");
  process.exit(2);
}
writeFileSync(out, ico(SIZES_PX.map((side_px) => ({ side_px, png: draw(side_px) }))));
