export default class NativeClientSocket extends Native("xs_dg_socket_destructor") {
  constructor(options) {
    super();
    native("xs_dg_socket").call(this, options);
  }
  read() {
    return native("xs_dg_socket_read").call(this);
  }
  write(bytes) {
    return native("xs_dg_socket_write").call(this, bytes);
  }
  close() {
    native("xs_dg_socket_close").call(this);
  }
}
