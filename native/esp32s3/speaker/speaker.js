/** Binding of speaker.c; what each part does stands in speaker.d.ts. */
export default class Speaker extends Native("dg_speaker_destructor") {
  constructor(options) {
    super();
    native("dg_speaker_constructor").call(this, options);
  }
  start() {
    return native("dg_speaker_start").call(this);
  }
  write(samples) {
    return native("dg_speaker_write").call(this, samples);
  }
  stop() {
    return native("dg_speaker_stop").call(this);
  }
  close() {
    return native("dg_speaker_close").call(this);
  }
}
