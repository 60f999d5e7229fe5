/** SHA-1 (FIPS 180-4), which the WebSocket handshake asks for; it protects nothing there. */

const rotate = (word: number, count: number) => (word << count) | (word >>> (32 - count));

/** The 20 bytes of the digest. */
export function sha1(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < padded.length; at += 64) block(state, view, at);
  const digest = new DataView(new ArrayBuffer(20));
  for (let i = 0; i < 5; i++) digest.setUint32(i * 4, state[i]!);
  return new Uint8Array(digest.buffer);
}

function block(state: number[], view: DataView, at: number): void {
  const words = new Int32Array(80);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 80; i++) {
    words[i] = rotate(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1);
  }
  let [a, b, c, d, e] = state as [number, number, number, number, number];
  for (let i = 0; i < 80; i++) {
    const next = (rotate(a, 5) + mixed(i, b, c, d) + e + words[i]!) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  [a, b, c, d, e].forEach((word, i) => {
    state[i] = (state[i]! + word) | 0;
  });
}

/** The round's function and its constant. */
function mixed(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}
