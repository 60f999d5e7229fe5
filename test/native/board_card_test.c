/* Files on a memory card: what a write promises when the power goes, and what a person sees of errors. Runs on this computer's own files. */
#define _XOPEN_SOURCE 700
#include "card_files.h"
#include "runner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static int begin(void) {
  strcpy(root, "/tmp/dg-card-XXXXXX");
  return mkdtemp(root) != NULL;
}

static int forget(void *context, const char *name);

static void empty(const char *folder) {
  (void)dg_files_list(root, folder, forget, (void *)folder);
}

static int forget(void *context, const char *name) {
  char path[DG_CARD_PATH_MAX];
  const char *folder = context;
  snprintf(path, sizeof path, "%s%s%s", folder, folder[0] ? "/" : "", name);
  if (dg_files_remove(root, path) != 0) {
    empty(path);
    (void)dg_files_remove_folder(root, path);
  }
  return 1;
}

static void end(void) {
  empty("");
  rmdir(root);
}

static int put(const char *path, const char *text) {
  return dg_files_write(root, path, (const uint8_t *)text, strlen(text));
}

static int holds(const char *path, const char *text) {
  uint8_t bytes[64];
  size_t got = 0;
  if (dg_files_read(root, path, 0, bytes, sizeof bytes, &got) != 0) return 0;
  return got == strlen(text) && memcmp(bytes, text, got) == 0;
}

/* As a power cut leaves it: not through the functions under test. */
static int leave(const char *name, const char *text) {
  char full[128];
  snprintf(full, sizeof full, "%s/%s", root, name);
  FILE *file = fopen(full, "wb");
  if (file == NULL) return 0;
  fputs(text, file);
  return fclose(file) == 0;
}

static int there(const char *path) {
  size_t size;
  return dg_files_size(root, path, &size) == 0;
}

static const char *files_come_back_as_they_were_written(void) {
  CHECK(begin());
  CHECK(put("EVENTS/0001/A.JPG", "first") == 0);
  CHECK(holds("EVENTS/0001/A.JPG", "first"));
  CHECK(put("EVENTS/0001/A.JPG", "second, longer") == 0);
  CHECK(holds("EVENTS/0001/A.JPG", "second, longer"));
  CHECK(put("EMPTY", "") == 0 && holds("EMPTY", ""));
  CHECK(!there("WRITE.TMP") && !there("WRITE.FOR"));
  uint8_t bytes[8];
  size_t got, size;
  CHECK(dg_files_read(root, "EVENTS/0001/A.JPG", 8, bytes, 3, &got) == 0 && got == 3 && memcmp(bytes, "lon", 3) == 0);
  CHECK(dg_files_read(root, "EVENTS/0001/A.JPG", 12, bytes, 8, &got) == 0 && got == 2);
  CHECK(dg_files_read(root, "EVENTS/0001/A.JPG", 99, bytes, 8, &got) == 0 && got == 0);
  CHECK(dg_files_size(root, "EVENTS/0001/A.JPG", &size) == 0 && size == 14);
  CHECK(dg_files_size(root, "EVENTS", &size) == EISDIR);
  CHECK(dg_files_size(root, "NONE", &size) == ENOENT);
  CHECK(dg_files_read(root, "NONE", 0, bytes, 8, &got) == ENOENT);
  CHECK(dg_files_remove(root, "NONE") == ENOENT);
  CHECK(dg_files_remove_folder(root, "EVENTS/0001") == 0 && there("EVENTS/0001/A.JPG"));
  CHECK(dg_files_remove(root, "EVENTS/0001/A.JPG") == 0);
  CHECK(dg_files_remove_folder(root, "EVENTS/0001") == 0);
  CHECK(dg_files_list(root, "EVENTS/0001", forget, "") == ENOENT);
  CHECK(dg_files_make_folder(root, "A/B/C") == 0 && dg_files_make_folder(root, "A/B/C") == 0);
  end();
  return NULL;
}

static const char *a_cut_before_the_note_keeps_the_old_file(void) {
  CHECK(begin());
  CHECK(put("SET.BIN", "old") == 0);
  CHECK(leave("WRITE.TMP", "ne"));
  CHECK(dg_files_recover(root) == 0);
  CHECK(holds("SET.BIN", "old") && !there("WRITE.TMP"));
  /* The note itself was cut short: the old file is still there. */
  CHECK(leave("WRITE.TMP", "new") && leave("WRITE.FOR", "SET.B"));
  CHECK(dg_files_recover(root) == 0);
  CHECK(holds("SET.BIN", "old") && !there("WRITE.TMP") && !there("WRITE.FOR"));
  CHECK(leave("WRITE.TMP", "new") && leave("WRITE.FOR", ""));
  CHECK(dg_files_recover(root) == 0 && holds("SET.BIN", "old") && !there("WRITE.FOR"));
  end();
  return NULL;
}

static const char *a_cut_after_the_note_brings_the_new_file(void) {
  CHECK(begin());
  CHECK(put("SET.BIN", "old") == 0);
  CHECK(leave("WRITE.TMP", "new") && leave("WRITE.FOR", "SET.BIN\n"));
  CHECK(dg_files_recover(root) == 0);
  CHECK(holds("SET.BIN", "new") && !there("WRITE.TMP") && !there("WRITE.FOR"));
  /* The old one was gone already. */
  CHECK(dg_files_remove(root, "SET.BIN") == 0);
  CHECK(leave("WRITE.TMP", "newer") && leave("WRITE.FOR", "SET.BIN\n"));
  CHECK(dg_files_recover(root) == 0 && holds("SET.BIN", "newer"));
  /* All was done but to drop the note. */
  CHECK(leave("WRITE.FOR", "SET.BIN\n"));
  CHECK(dg_files_recover(root) == 0 && holds("SET.BIN", "newer") && !there("WRITE.FOR"));
  CHECK(dg_files_recover(root) == 0 && holds("SET.BIN", "newer"));
  end();
  return NULL;
}

static const char *paths_that_are_too_long_are_refused_and_nothing_is_left(void) {
  char path[DG_CARD_PATH_MAX + 1];
  size_t size;
  CHECK(begin());
  memset(path, 'A', DG_CARD_PATH_MAX);
  path[DG_CARD_PATH_MAX] = 0;
  CHECK(put(path, "x") == ENAMETOOLONG);
  CHECK(dg_files_size(root, path, &size) == ENAMETOOLONG);
  CHECK(dg_files_make_folder(root, path) == ENAMETOOLONG);
  CHECK(!there("WRITE.TMP"));
  /* A file stands where a folder is wanted. */
  CHECK(put("FILE", "x") == 0);
  CHECK(put("FILE/INSIDE", "y") != 0);
  CHECK(holds("FILE", "x") && !there("WRITE.TMP") && !there("WRITE.FOR"));
  CHECK(dg_files_make_folder(root, "FILE") == ENOTDIR);
  /* And the other way about, found at a mount as well. */
  CHECK(dg_files_make_folder(root, "FOLDER") == 0);
  CHECK(put("FOLDER", "z") != 0);
  CHECK(!there("WRITE.TMP") && !there("WRITE.FOR"));
  CHECK(leave("WRITE.TMP", "new") && leave("WRITE.FOR", "FOLDER\n"));
  CHECK(dg_files_recover(root) != 0 && dg_files_recover(root) == 0);
  CHECK(!there("WRITE.TMP") && !there("WRITE.FOR"));
  end();
  return NULL;
}

static const test_case cases[] = {
    {"files come back as they were written", files_come_back_as_they_were_written},
    {"a power cut before the note keeps the old file", a_cut_before_the_note_keeps_the_old_file},
    {"a power cut after the note brings the new file", a_cut_after_the_note_brings_the_new_file},
    {"paths that are too long are refused", paths_that_are_too_long_are_refused_and_nothing_is_left},
};
const test_suite board_card_suite = SUITE(cases);
