/** Stand-in for the npm package bl: the parser is only ever given one whole packet, so one buffer does. */
const { Buffer } = require("buffer");

class OneBuffer {
  constructor() {
    this.buffer = Buffer.alloc(0);
  }
  get length() {
    return this.buffer.length;
  }
  append(bytes) {
    const added = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.buffer = this.buffer.length === 0 ? added : Buffer.concat([this.buffer, added]);
  }
  consume(count) {
    this.buffer = this.buffer.subarray(count);
  }
  // As bl has it: past the end there is NaN or nothing, not an exception.
  readUInt8(at) {
    return this.buffer[at];
  }
  readUInt16BE(at) {
    return this.buffer.readUInt16BE(at);
  }
  readUInt32BE(at) {
    return this.buffer.readUInt32BE(at);
  }
  slice(start, end) {
    return this.buffer.subarray(start, end);
  }
  toString(encoding, start, end) {
    return this.buffer.toString(encoding, start, end);
  }
}

module.exports = () => new OneBuffer();
