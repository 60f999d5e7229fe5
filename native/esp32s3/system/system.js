export function uptime_ms() {
  return native("xs_dg_uptime_ms").call(this);
}
export function memory() {
  return native("xs_dg_memory").call(this);
}
export function random(count) {
  return native("xs_dg_random").call(this, count);
}
export function mac() {
  return native("xs_dg_mac").call(this);
}
export function startClock(server) {
  native("xs_dg_start_clock").call(this, server);
}
export function utc_ms() {
  return native("xs_dg_utc_ms").call(this);
}
export function readsCertificate(pem) {
  return native("xs_dg_reads_certificate").call(this, pem);
}
export function restart() {
  native("xs_dg_restart").call(this);
}
export function startReason() {
  return native("xs_dg_start_reason").call(this);
}
export function stacks() {
  return native("xs_dg_stacks").call(this);
}
export function core() {
  return native("xs_dg_core").call(this);
}
