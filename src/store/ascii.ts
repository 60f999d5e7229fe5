/** Text of one byte per character. Engines on boards have no TextEncoder, and records need none: their JSON is plain ASCII. */

/** `text` with every character above 0x7E written as a JSON escape; only for text that is JSON. */
export function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Most text is plain already, and a search is a tenth of the work of a copy.
  if (!/[^ -~]/.test(text)) return text;
  let ascii = "";
  for (const character of text) {
    if (character <= "~") ascii += character;
    else {
      for (let i = 0; i < character.length; i++) {
        ascii += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
      }
    }
  }
  return ascii;
}

/** One byte per character; characters above 0xFF must not occur. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let at = 0;
  for (const character of text) bytes[at++] = character.charCodeAt(0);
  return bytes;
}

/** One character (U+0000 to U+00FF) per byte. */
export function textOf(bytes: Uint8Array): string {
  let text = "";
  // In pieces: an argument list has a limit on every engine.
  for (let at = 0; at < bytes.length; at += 128) {
    text += String.fromCharCode(...bytes.subarray(at, at + 128));
  }
  return text;
}
