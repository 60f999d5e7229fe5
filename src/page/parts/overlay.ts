/** What the unit sees, drawn over the preview. The preview is a mirror of the frame that coordinates are measured in. */
import type { Status } from "../unit/documents";

export interface OverlayColours {
  readonly found: string;
  readonly held: string;
  readonly open: string;
  readonly closed: string;
}

/** Share of a side of the box that is drawn at each corner. */
const CORNER = 0.22;

function corners(c: CanvasRenderingContext2D, x: number, y: number, w: number, h: number): void {
  const dx = w * CORNER;
  const dy = h * CORNER;
  c.beginPath();
  for (const [px, py, sx, sy] of [
    [x, y, 1, 1],
    [x + w, y, -1, 1],
    [x + w, y + h, -1, -1],
    [x, y + h, 1, -1],
  ] as const) {
    c.moveTo(px + sx * dx, py);
    c.lineTo(px, py);
    c.lineTo(px, py + sy * dy);
  }
  c.stroke();
}

/** An eye: a lens that narrows as the eye closes. */
function eye(c: CanvasRenderingContext2D, x: number, y: number, size: number, closed: number): void {
  const lid = size * 0.75 * (1 - closed);
  c.beginPath();
  c.moveTo(x - size, y);
  c.quadraticCurveTo(x, y - 2 * lid, x + size, y);
  c.quadraticCurveTo(x, y + 2 * lid, x - size, y);
  c.stroke();
}

/** Draws box, landmarks and eyes over the whole canvas, or clears it where there is no face. */
export function drawOverlay(canvas: HTMLCanvasElement, status: Status | null, colours: OverlayColours): void {
  const c = canvas.getContext("2d");
  if (!c) return;
  c.clearRect(0, 0, canvas.width, canvas.height);
  if (!status) return;
  const { face, frame, lm, eyes } = status;
  if (!face.found && !face.held) return;
  const k = canvas.width / frame.w;
  const mirrored = (x: number) => canvas.width - x * k;
  c.lineWidth = Math.max(2, canvas.width / 160);
  c.lineCap = "round";
  c.strokeStyle = face.held ? colours.held : colours.found;
  corners(c, mirrored(face.x + face.w), face.y * k, face.w * k, face.h * k);
  if (!lm.valid) return;
  c.strokeStyle = c.fillStyle = eyes.shut ? colours.closed : colours.open;
  lm.x.forEach((x, i) => {
    const y = lm.y[i]!;
    if (i < 2) eye(c, mirrored(x), y * k, face.w * k * 0.09, Math.min(1, eyes.smooth));
    else {
      c.beginPath();
      c.arc(mirrored(x), y * k, c.lineWidth * 1.4, 0, 7);
      c.fill();
    }
  });
}
