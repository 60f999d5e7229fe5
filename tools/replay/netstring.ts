/** `text` as a netstring: its length in bytes, a colon, the bytes, a comma. */
export function netstring(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(",")]);
}

/** Cuts a stream of bytes into the netstrings it carries. */
export class NetstringReader {
  private rest: Buffer = Buffer.alloc(0);

  /** Takes more bytes; returns the messages that are complete now. */
  push(chunk: Buffer): Buffer[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const colon = this.rest.indexOf(0x3a);
      if (colon < 0) return messages;
      const start = colon + 1;
      const end = start + Number(this.rest.toString("latin1", 0, colon));
      if (this.rest.length <= end) return messages;
      messages.push(this.rest.subarray(start, end));
      this.rest = this.rest.subarray(end + 1);
    }
  }
}
