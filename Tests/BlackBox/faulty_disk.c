// SPDX-License-Identifier: GPL-3.0-or-later

// Simulates a faulty disk for tests. LD_PRELOAD loads this library before the C library, whose file calls it replaces.
// Reading and writing fail only for databases, whose names contain ".sqlite". Environment variables select the faults:
// FAULTY_ONE_IN=N  one in N calls that write or sync fails with EIO. FAULTY_SEED is the seed of the random choice.
// FAULTY_READ=N    the Nth call that reads fails with EIO, and the file named by FAULTY_MARK is created.
// FAULTY_STAT=TEXT stat fails with EIO for each file whose name ends with TEXT.
// FAULTY_KILL=N    the program is killed instead of renaming or linking its Nth file.
// FAULTY_MAPS=1    memory cannot be shared through a file, as on some network file systems.
// FAULTY_LOG=FILE  FILE receives a line for each renamed file and each synced folder.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_database(int file) {
  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return strstr(name, ".sqlite") != NULL;
}

static int fails(int file) {
  static _Atomic unsigned long calls;
  const char *one_in = getenv("FAULTY_ONE_IN"), *seed = getenv("FAULTY_SEED");
  if (!one_in || !is_database(file)) return 0;
  // Makes a pseudo-random number from the seed and the number of the call, by the algorithm splitmix64.
  unsigned long word = (strtoul(seed ? seed : "1", NULL, 10) << 32) + ++calls * 0x9E3779B97F4A7C15u;
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
  word = (word ^ word >> 27) * 0x94D049BB133111EBu;
  if ((word ^ word >> 31) % strtoul(one_in, NULL, 10)) return 0;
  errno = EIO;
  return 1;
}

static int reading_fails(int file) {
  static _Atomic unsigned long calls;
  const char *number = getenv("FAULTY_READ");
  if (!number || !is_database(file) || ++calls != strtoul(number, NULL, 10)) return 0;
  FILE *mark = fopen(getenv("FAULTY_MARK"), "w");
  if (mark) fclose(mark);
  errno = EIO;
  return 1;
}

static int stat_fails(const char *path) {
  const char *end = getenv("FAULTY_STAT");
  if (!end || strlen(path) < strlen(end) || strcmp(path + strlen(path) - strlen(end), end)) return 0;
  errno = EIO;
  return 1;
}

static int dies(const char *path) {
  static _Atomic unsigned long calls;
  const char *number = getenv("FAULTY_KILL");
  if (number && strstr(path, ".sqlite") && ++calls == strtoul(number, NULL, 10)) kill(getpid(), SIGKILL);
  return 0;
}

static int logged(const char *what, const char *name) {
  const char *path = getenv("FAULTY_LOG");
  FILE *log = path ? fopen(path, "a") : NULL;
  if (!log) return 0;
  fprintf(log, "%s %s\n", what, name);
  fclose(log);
  return 0;
}

static int folder_logged(int file) {
  struct stat found;
  char link[64], name[4096];
  if (!getenv("FAULTY_LOG") || fstat(file, &found) || !S_ISDIR(found.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return logged("synced", name);
}

#define CALL(type, name, parameters, fault, ...) \
  type name parameters { \
    if (fault) return -1; \
    return ((type(*) parameters)dlsym(RTLD_NEXT, #name))(__VA_ARGS__); \
  }

CALL(ssize_t, read, (int file, void *bytes, size_t count), reading_fails(file), file, bytes, count)
CALL(ssize_t, pread, (int file, void *bytes, size_t count, off_t at), reading_fails(file), file, bytes, count, at)
CALL(ssize_t, pread64, (int file, void *bytes, size_t count, off64_t at), reading_fails(file), file, bytes, count, at)
CALL(ssize_t, write, (int file, const void *bytes, size_t count), fails(file), file, bytes, count)
CALL(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), fails(file), file, bytes, count, at)
CALL(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), fails(file), file, bytes, count, at)
CALL(int, stat, (const char *path, struct stat *found), stat_fails(path), path, found)
CALL(int, stat64, (const char *path, struct stat64 *found), stat_fails(path), path, found)
CALL(int, rename, (const char *from, const char *to), dies(from) || logged("renamed", to), from, to)
CALL(int, link, (const char *from, const char *to), dies(from), from, to)
CALL(int, fsync, (int file), fails(file) || folder_logged(file), file)
CALL(int, fdatasync, (int file), fails(file), file)

static void *map(const char *name, void *place, size_t length, int rights, int flags, int file, off64_t at) {
  if (getenv("FAULTY_MAPS") && file >= 0 && flags & MAP_SHARED && is_database(file)) {
    errno = ENODEV;
    return MAP_FAILED;
  }
  return ((void *(*)(void *, size_t, int, int, int, off64_t))dlsym(RTLD_NEXT, name))(
    place, length, rights, flags, file, at);
}

void *mmap(void *place, size_t length, int rights, int flags, int file, off_t at) {
  return map("mmap", place, length, rights, flags, file, at);
}

void *mmap64(void *place, size_t length, int rights, int flags, int file, off64_t at) {
  return map("mmap64", place, length, rights, flags, file, at);
}
