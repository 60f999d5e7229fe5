export default class NativeVision extends Native("xs_dg_vision_destructor") {
  constructor(options) {
    super();
    native("xs_dg_vision").call(this, options);
  }
  read() {
    return native("xs_dg_vision_read").call(this);
  }
  setTrack(left_x, left_y, right_x, right_y) {
    native("xs_dg_vision_set_track").call(this, left_x, left_y, right_x, right_y);
  }
  clearTrack() {
    native("xs_dg_vision_clear_track").call(this);
  }
  preview(fps, quality) {
    native("xs_dg_vision_preview").call(this, fps, quality);
  }
  snapshot(id, quality) {
    return native("xs_dg_vision_snapshot").call(this, id, quality);
  }
  get dropped() {
    return native("xs_dg_vision_get_dropped").call(this);
  }
  close() {
    native("xs_dg_vision_close").call(this);
  }
  static get RECORD_BYTES() {
    return 168;
  }
  static selfTest() {
    return native("xs_dg_vision_self_test").call(NativeVision);
  }
}
