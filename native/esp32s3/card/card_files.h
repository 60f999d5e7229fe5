/**
 * Files of a mounted FAT file system by POSIX calls, as board/card.ts promises them. Platform-free: `root` is where it is mounted.
 * All functions return 0 or an errno; ENOENT where a path does not exist. Paths are relative to the root, with `/`.
 */
#ifndef DG_CARD_FILES_H
#define DG_CARD_FILES_H

#include <stddef.h>
#include <stdint.h>

/** A path below the root, its terminator counted in. */
#define DG_CARD_PATH_MAX 128

/**
 * Ends what a power cut interrupted: a write is finished where it had come so far that the old file may be gone, and forgotten
 * where it had not. To be called once after mounting.
 */
int dg_files_recover(const char *root);

/** Whole size of a file. */
int dg_files_size(const char *root, const char *path, size_t *size);

/** `count` bytes from `offset`; `*got` are fewer at the end of the file. */
int dg_files_read(const char *root, const char *path, size_t offset, uint8_t *bytes, size_t count, size_t *got);

/** Writes a whole file, durably, and the folders above it. After a power cut (and dg_files_recover) the path holds all of it or what it held. */
int dg_files_write(const char *root, const char *path, const uint8_t *bytes, size_t count);

/** And those above it. */
int dg_files_make_folder(const char *root, const char *path);
int dg_files_remove(const char *root, const char *path);

/** A folder that is not empty stays, and that is no error. */
int dg_files_remove_folder(const char *root, const char *path);

/** Calls `visit` with each name in a folder but `.` and `..`; stops where it returns 0. */
int dg_files_list(const char *root, const char *path, int (*visit)(void *context, const char *name), void *context);

#endif
