export function open() {
  native("xs_dg_console_open").call(this);
}
export function read() {
  return native("xs_dg_console_read").call(this);
}
export function write(text) {
  return native("xs_dg_console_write").call(this, text);
}
export function close() {
  native("xs_dg_console_close").call(this);
}
