import { encodeUtf8 } from "../http/utf8";

const BOUNDARY = "drowsyguard-frame";

export const STREAM_TYPE = `multipart/x-mixed-replace; boundary=${BOUNDARY}`;

/**
 * What comes before the first part and after each: a browser shows a part when it sees the delimiter after it, so that
 * one sent with the next part would show every frame one frame late.
 */
export const DELIMITER = `\r\n--${BOUNDARY}\r\n`;

/** The header of one JPEG part; `X-Timestamp` is the unit's uptime in seconds. */
export function partHead(jpeg_bytes: number, uptime_ms: number): Uint8Array {
  const timestamp = (uptime_ms / 1000).toFixed(6);
  return encodeUtf8(`Content-Type: image/jpeg\r\nContent-Length: ${jpeg_bytes}\r\nX-Timestamp: ${timestamp}\r\n\r\n`);
}
