export default class NativeRadio extends Native("xs_dg_radio_destructor") {
  constructor(options) {
    super();
    native("xs_dg_radio").call(this, options);
  }
  get rssi() {
    return native("xs_dg_radio_get_rssi").call(this);
  }
  get up() {
    return native("xs_dg_radio_get_up").call(this);
  }
  get ip() {
    return native("xs_dg_radio_get_ip").call(this);
  }
  get clients() {
    return native("xs_dg_radio_get_clients").call(this);
  }
  join(ssid, passphrase) {
    native("xs_dg_radio_join").call(this, ssid, passphrase);
  }
  leave() {
    native("xs_dg_radio_leave").call(this);
  }
  scan() {
    native("xs_dg_radio_scan").call(this);
  }
  close() {
    native("xs_dg_radio_close").call(this);
  }
}

export function startNetworkStack() {
  native("xs_dg_start_network_stack").call(this);
}
