// SPDX-License-Identifier: GPL-3.0-or-later

// A layer below SQLite that checks each database page. At the page's end, it stores a checksum (sum) of the page's
// content and position. It refuses to read a page whose checksum is wrong, as after a flipped bit, a zeroed page, or a
// page at a wrong position. SQLite's own checks find damage to its structure, but miss most changed values. SQLite
// supports reserved bytes at a page's end (https://www.sqlite.org/fileformat2.html#resbyte) and layers like this one
// (https://www.sqlite.org/vfs.html#shim). Debian's SQLite lacks SQLite's own layer, cksumvfs.
//
// SQLite adds its own checksums to the write-ahead log, so this layer leaves the log unchanged. A page gets its
// checksum when SQLite copies the page from the log into the file.

#include "kurs_page_sums.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

enum { page_size = 4096, sum_size = 8, content_size = page_size - sum_size };
enum { header_size = 100, reserved_at = 20, application_at = 68 };
// The flag SQLITE_IOCAP_SUBPAGE_READ of SQLite 3.48 and later, which lets SQLite read parts of a page. This layer
// removes the flag, because a part has no checksum.
enum { reads_parts = 0x8000 };

static sqlite3_vfs *under, *lockless;
static sqlite3_vfs summing, alone;

/// An open file. SQLite's structure for the system's file is in memory behind this structure.
typedef struct {
  sqlite3_file base;
  int is_summed;
  int has_log;
} summed_file;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((summed_file *)file + 1); }

// Adds a word to a checksum. Four independent checksums let a processor work on four words at once: 0.4 µs per page.
// Each step is reversible, so one changed word always changes the checksum. The rotation moves high bits down.
static inline uint64_t mix(uint64_t sum, uint64_t word) {
  sum ^= word;
  return (sum << 27 | sum >> 37) * 0x9E3779B97F4A7C15u;
}

static inline uint64_t word_at(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static uint64_t sum_of(const unsigned char *page, uint64_t place) {
  uint64_t lanes[4] = {place + 1, 0x6B757273u, 0x70616765u, 0x73756D73u};
  int at = 0;
  for (; at + 32 <= content_size; at += 32)
    for (int lane = 0; lane < 4; lane++) lanes[lane] = mix(lanes[lane], word_at(page + at + 8 * lane));
  for (int lane = 0; at < content_size; at += 8, lane++) lanes[lane] = mix(lanes[lane], word_at(page + at));
  uint64_t sum = place;
  for (int lane = 0; lane < 4; lane++) sum = mix(sum, lanes[lane]);
  return sum;
}

static int is_whole(const unsigned char *page, sqlite3_int64 offset) {
  return sum_of(page, (uint64_t)(offset / page_size)) == word_at(page + content_size);
}

// Whether a file has checksums: either of two header fields is enough. Damage to one field therefore can't turn off the
// check of the header itself.
static int says_summed(const unsigned char *header) {
  const unsigned char *id = header + application_at;
  int application = (int)((uint32_t)id[0] << 24 | (uint32_t)id[1] << 16 | (uint32_t)id[2] << 8 | id[3]);
  return header[reserved_at] == sum_size || application == kurs_application_id;
}

// Whether SQLite writes changes into a write-ahead log. Bytes 18 and 19 of the file's header are 2 in this case.
static int says_log(const unsigned char *header) { return header[18] == 2; }

static int read_part(sqlite3_file *file, unsigned char *bytes, int amount, sqlite3_int64 offset) {
  unsigned char page[page_size];
  while (amount > 0) {
    sqlite3_int64 start = offset - offset % page_size;
    int code = real(file)->pMethods->xRead(real(file), page, page_size, start);
    if (code != SQLITE_OK) return code;
    if (!is_whole(page, start)) return SQLITE_CORRUPT;
    int skipped = (int)(offset - start);
    int part = page_size - skipped < amount ? page_size - skipped : amount;
    memcpy(bytes, page + skipped, (size_t)part);
    bytes += part, amount -= part, offset += part;
  }
  return SQLITE_OK;
}

static int summed_read(sqlite3_file *file, void *buffer, int amount, sqlite3_int64 offset) {
  summed_file *self = (summed_file *)file;
  unsigned char *bytes = buffer;
  int has_header = offset == 0 && amount >= header_size;
  int is_pages = offset % page_size == 0 && amount % page_size == 0;
  // SQLite reads the header alone before it reads the whole page. The first read isn't checked, because the checksum is
  // that of the whole page.
  int is_bare = offset + amount <= header_size;
  if (self->is_summed && !is_pages && !is_bare) return read_part(file, bytes, amount, offset);
  int code = real(file)->pMethods->xRead(real(file), buffer, amount, offset);
  if (code == SQLITE_OK && has_header && says_summed(bytes)) self->is_summed = 1;
  if (code == SQLITE_OK && has_header) self->has_log = says_log(bytes);
  if (!self->is_summed || is_bare) return code;
  if (code == SQLITE_IOERR_SHORT_READ) {
    // The file ends before or inside the page, and SQLite would read the missing bytes as zeros. A page that the file
    // contains only in part is damaged. With a write-ahead log, a page beyond the end is missing: SQLite reads new
    // pages from the log.
    sqlite3_int64 size = 0;
    if (self->has_log && offset > 0) return SQLITE_CORRUPT;  // guards S04: offset > 0 => 0
    if (real(file)->pMethods->xFileSize(real(file), &size) == SQLITE_OK && size > offset) return SQLITE_CORRUPT;
  }
  if (code != SQLITE_OK) return code;
  if (!is_pages) return read_part(file, bytes, amount, offset);
  for (int at = 0; at < amount; at += page_size)
    if (!is_whole(bytes + at, offset + at)) return SQLITE_CORRUPT;  // guards S04, S06: !is_whole(bytes + at, offset + at) => 0
  return SQLITE_OK;
}

static int summed_write(sqlite3_file *file, const void *buffer, int amount, sqlite3_int64 offset) {
  summed_file *self = (summed_file *)file;
  const unsigned char *bytes = buffer;
  if (offset == 0 && amount >= header_size && says_summed(bytes)) self->is_summed = 1;
  if (offset == 0 && amount >= header_size) self->has_log = says_log(bytes);
  if (!self->is_summed || offset % page_size != 0 || amount % page_size != 0)
    return real(file)->pMethods->xWrite(real(file), buffer, amount, offset);
  unsigned char page[page_size];
  for (int at = 0; at < amount; at += page_size) {
    memcpy(page, bytes + at, content_size);
    uint64_t sum = sum_of(page, (uint64_t)((offset + at) / page_size));
    memcpy(page + content_size, &sum, sizeof sum);
    int code = real(file)->pMethods->xWrite(real(file), page, page_size, offset + at);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

static int summed_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file)) & ~reads_parts;
}

// All other calls go to the lower layer unchanged.
#define DOWN(name, parameters, ...) \
  static int summed_##name parameters { return real(file)->pMethods->name(real(file), ##__VA_ARGS__); }

DOWN(xClose, (sqlite3_file *file))
DOWN(xTruncate, (sqlite3_file *file, sqlite3_int64 size), size)
DOWN(xSync, (sqlite3_file *file, int flags), flags)
DOWN(xFileSize, (sqlite3_file *file, sqlite3_int64 *size), size)
DOWN(xLock, (sqlite3_file *file, int level), level)
DOWN(xUnlock, (sqlite3_file *file, int level), level)
DOWN(xCheckReservedLock, (sqlite3_file *file, int *is_reserved), is_reserved)
DOWN(xFileControl, (sqlite3_file *file, int operation, void *argument), operation, argument)
DOWN(xSectorSize, (sqlite3_file *file))
DOWN(xShmMap, (sqlite3_file *file, int region, int size, int extends, void volatile **out), region, size, extends, out)
DOWN(xShmLock, (sqlite3_file *file, int offset, int count, int flags), offset, count, flags)
DOWN(xShmUnmap, (sqlite3_file *file, int deletes), deletes)

static void summed_xShmBarrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

// Version 2 of the methods lacks xFetch, because a mapped page can't be checked.
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = summed_xClose,
  .xRead = summed_read,
  .xWrite = summed_write,
  .xTruncate = summed_xTruncate,
  .xSync = summed_xSync,
  .xFileSize = summed_xFileSize,
  .xLock = summed_xLock,
  .xUnlock = summed_xUnlock,
  .xCheckReservedLock = summed_xCheckReservedLock,
  .xFileControl = summed_xFileControl,
  .xSectorSize = summed_xSectorSize,
  .xDeviceCharacteristics = summed_characteristics,
  .xShmMap = summed_xShmMap,
  .xShmLock = summed_xShmLock,
  .xShmBarrier = summed_xShmBarrier,
  .xShmUnmap = summed_xShmUnmap,
};

// Whether a new file gets checksums. The suffix of its name decides this, because SQLite may write other pages of a
// large file before the first page, which has the header.
static int is_new_with_sums(const char *name) {
  size_t length = name ? strlen(name) : 0, suffix = strlen(kurs_summing_suffix);
  return length > suffix && strcmp(name + length - suffix, kurs_summing_suffix) == 0;
}

static int summing_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  sqlite3_vfs *below = vfs == &alone ? lockless : under;
  // Journals, logs and temporary files are passed on unchanged.
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return below->xOpen(below, name, file, flags, out);
  summed_file *self = (summed_file *)file;
  *self = (summed_file){0};
  real(file)->pMethods = NULL;
  int code = below->xOpen(below, name, real(file), flags, out);
  if (real(file)->pMethods) self->base.pMethods = &methods;
  self->is_summed = is_new_with_sums(name);
  return code;
}

static int registered = SQLITE_ERROR;

static int put_above(sqlite3_vfs *below, sqlite3_vfs *layer, const char *name, int is_default) {
  if (!below) return SQLITE_NOTFOUND;
  *layer = *below;
  layer->pNext = NULL;
  layer->zName = name;
  layer->szOsFile += (int)sizeof(summed_file);
  layer->xOpen = summing_open;
  return sqlite3_vfs_register(layer, is_default);
}

static void register_once(void) {
  registered = sqlite3_initialize();
  if (registered != SQLITE_OK) return;
  under = sqlite3_vfs_find(NULL);
  lockless = sqlite3_vfs_find("unix-none");
  registered = put_above(under, &summing, "kurs-page-sums", 1);
  if (registered == SQLITE_OK) registered = put_above(lockless, &alone, kurs_sums_alone, 0);
}

int kurs_page_sums_register(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_once);
  return registered;
}

int kurs_page_sums_reserve(sqlite3 *connection) {
  int size = sum_size;
  return sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &size);
}

int kurs_page_sums_are_kept(sqlite3 *connection) {
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file) return 0;
  return file->pMethods == &methods && ((summed_file *)file)->is_summed;
}

int kurs_page_sums_only_read(sqlite3 *connection) { return sqlite3_db_readonly(connection, "main") == 1; }

int kurs_page_sums_leave_log(sqlite3 *connection) {
  int persists = 1;
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &persists);
}
