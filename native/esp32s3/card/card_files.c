#define _POSIX_C_SOURCE 200809L
#include "card_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * FAT cannot put a file in another's place in one step. So the new one is written under a name of its own, then a note says
 * which path it is for; only then the old one goes. While the note is there, the new one is the file.
 */
#define NEW_NAME "WRITE.TMP"
#define NOTE_NAME "WRITE.FOR"
#define FULL_PATH_MAX (DG_CARD_PATH_MAX + 64)

static int join(char *full, const char *root, const char *path) {
  const int length = snprintf(full, FULL_PATH_MAX, "%s%s%s", root, path[0] ? "/" : "", path);
  return length > 0 && length < FULL_PATH_MAX && strlen(path) < DG_CARD_PATH_MAX ? 0 : ENAMETOOLONG;
}

static int write_all(int file, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    const ssize_t done = write(file, bytes, count);
    /* A full FAT writes nothing and does not say why. */
    if (done <= 0) return done < 0 && errno ? errno : ENOSPC;
    bytes += done;
    count -= (size_t)done;
  }
  return fsync(file) == 0 ? 0 : errno;
}

static int write_file(const char *full, const uint8_t *bytes, size_t count) {
  const int file = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return errno;
  int error = write_all(file, bytes, count);
  if (close(file) != 0 && !error) error = errno;
  if (error) unlink(full);
  return error;
}

int dg_files_size(const char *root, const char *path, size_t *size) {
  char full[FULL_PATH_MAX];
  struct stat info;
  const int error = join(full, root, path);
  if (error) return error;
  if (stat(full, &info) != 0) return errno;
  if (!S_ISREG(info.st_mode)) return EISDIR;
  *size = (size_t)info.st_size;
  return 0;
}

int dg_files_read(const char *root, const char *path, size_t offset, uint8_t *bytes, size_t count, size_t *got) {
  char full[FULL_PATH_MAX];
  int error = join(full, root, path);
  if (error) return error;
  const int file = open(full, O_RDONLY);
  if (file < 0) return errno;
  *got = 0;
  if (lseek(file, (off_t)offset, SEEK_SET) < 0) error = errno;
  while (!error && *got < count) {
    const ssize_t done = read(file, bytes + *got, count - *got);
    if (done < 0) error = errno;
    if (done <= 0) break;
    *got += (size_t)done;
  }
  close(file);
  return error;
}

static int make_one(const char *full) {
  struct stat info;
  if (mkdir(full, 0777) == 0) return 0;
  if (errno != EEXIST) return errno;
  return stat(full, &info) == 0 && S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
}

int dg_files_make_folder(const char *root, const char *path) {
  char full[FULL_PATH_MAX];
  const int error = join(full, root, path);
  if (error) return error;
  for (char *end = full + strlen(root) + 1; path[0]; end++) {
    if (*end != '/' && *end != 0) continue;
    const char kept = *end;
    *end = 0;
    const int made = make_one(full);
    if (made) return made;
    *end = kept;
    if (kept == 0) break;
  }
  return 0;
}

static int make_folders_above(const char *root, const char *path) {
  char folder[DG_CARD_PATH_MAX];
  const char *slash = strrchr(path, '/');
  if (slash == NULL) return 0;
  const size_t length = (size_t)(slash - path);
  if (length >= sizeof folder) return ENAMETOOLONG;
  memcpy(folder, path, length);
  folder[length] = 0;
  return dg_files_make_folder(root, folder);
}

/*
 * The new file takes its place; the note is there. Where the place cannot be taken (a folder stands there) both are dropped; where the
 * medium fails they stay, for the next mount.
 */
static int put_in_place(const char *root, const char *path) {
  char from[FULL_PATH_MAX], to[FULL_PATH_MAX], note[FULL_PATH_MAX];
  int error = join(from, root, NEW_NAME) | join(to, root, path) | join(note, root, NOTE_NAME);
  if (!error && unlink(to) != 0 && errno != ENOENT) error = errno;
  if (!error && rename(from, to) != 0) error = errno;
  if (error == EIO) return error;
  if (error) unlink(from);
  return unlink(note) == 0 || error ? error : errno;
}

int dg_files_write(const char *root, const char *path, const uint8_t *bytes, size_t count) {
  char fresh[FULL_PATH_MAX], note[FULL_PATH_MAX], line[DG_CARD_PATH_MAX + 1];
  int error = join(fresh, root, NEW_NAME) | join(note, root, NOTE_NAME);
  if (error || strlen(path) >= DG_CARD_PATH_MAX) return ENAMETOOLONG;
  error = write_file(fresh, bytes, count);
  if (!error) error = make_folders_above(root, path);
  if (!error) {
    const int length = snprintf(line, sizeof line, "%s\n", path);
    error = write_file(note, (const uint8_t *)line, (size_t)length);
  }
  if (!error) return put_in_place(root, path);
  unlink(fresh);
  return error;
}

int dg_files_recover(const char *root) {
  char fresh[FULL_PATH_MAX], note[FULL_PATH_MAX], line[DG_CARD_PATH_MAX + 1];
  size_t length = 0, size;
  const int error = join(fresh, root, NEW_NAME) | join(note, root, NOTE_NAME);
  if (error) return error;
  const int noted = dg_files_read(root, NOTE_NAME, 0, (uint8_t *)line, sizeof line, &length) == 0;
  /* A whole note ends its line; one cut short was written while the old file was still there. */
  if (noted && length > 1 && line[length - 1] == '\n' && dg_files_size(root, NEW_NAME, &size) == 0) {
    line[length - 1] = 0;
    return put_in_place(root, line);
  }
  if (noted && unlink(note) != 0) return errno;
  return unlink(fresh) == 0 || errno == ENOENT ? 0 : errno;
}

int dg_files_remove(const char *root, const char *path) {
  char full[FULL_PATH_MAX];
  const int error = join(full, root, path);
  if (error) return error;
  return unlink(full) == 0 ? 0 : errno;
}

int dg_files_remove_folder(const char *root, const char *path) {
  char full[FULL_PATH_MAX];
  const int error = join(full, root, path);
  if (error) return error;
  /* FAT says "access denied" for a folder that is not empty. */
  if (rmdir(full) == 0 || errno == ENOTEMPTY || errno == EEXIST || errno == EACCES) return 0;
  return errno;
}

int dg_files_list(const char *root, const char *path, int (*visit)(void *context, const char *name), void *context) {
  char full[FULL_PATH_MAX];
  const int error = join(full, root, path);
  if (error) return error;
  DIR *folder = opendir(full);
  if (folder == NULL) return errno;
  const struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (!visit(context, entry->d_name)) break;
  }
  closedir(folder);
  return 0;
}
