export default class NativeCard extends Native("xs_dg_card_destructor") {
  constructor(options) {
    super();
    native("xs_dg_card").call(this, options);
  }
  get mounted() {
    return native("xs_dg_card_get_mounted").call(this);
  }
  get name() {
    return native("xs_dg_card_get_name").call(this);
  }
  mount(done) {
    native("xs_dg_card_mount").call(this, done);
  }
  space(done) {
    native("xs_dg_card_space").call(this, done);
  }
  list(folder, done) {
    native("xs_dg_card_list").call(this, folder, done);
  }
  read(path, offset, max_bytes, done) {
    native("xs_dg_card_read").call(this, path, offset, max_bytes, done);
  }
  write(path, bytes, done) {
    native("xs_dg_card_write").call(this, path, bytes, done);
  }
  makeFolder(path, done) {
    native("xs_dg_card_make_folder").call(this, path, done);
  }
  remove(path, done) {
    native("xs_dg_card_remove").call(this, path, done);
  }
  removeFolder(path, done) {
    native("xs_dg_card_remove_folder").call(this, path, done);
  }
  close() {
    native("xs_dg_card_close").call(this);
  }
}
