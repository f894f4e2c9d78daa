// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "kurs_gtk.h"
#include "picture.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Decodes untrusted pictures in a separate process, because these libraries are C code that reads crafted files.
// Written in C, because Swift can't import the limits below, and no Swift code may run between the lock and the decoder.
// gdk-pixbuf isn't used. Since 2.44 it starts processes that decode, which the locked-in process may not.

#define SECONDS 5
#define INPUT_LIMIT (32u << 20)

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define ALLOW(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// Allows reading, computing and writing. Opening files, connecting and starting processes fail.
static gboolean lock_system_calls(void) {
#ifdef OWN_ARCHITECTURE
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(read), ALLOW(write), ALLOW(brk), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect),
      ALLOW(madvise), ALLOW(futex), ALLOW(exit), ALLOW(exit_group), ALLOW(rt_sigreturn), ALLOW(rt_sigprocmask),
      ALLOW(clock_gettime), ALLOW(getrandom), ALLOW(close), ALLOW(fstat), ALLOW(lseek), ALLOW(sched_yield),
      ALLOW(getpid), ALLOW(gettid), ALLOW(tgkill),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return TRUE;  // The resource limits still apply.
#endif
}

static gboolean limit(int what, rlim_t value) {
  struct rlimit limit = {value, value};
  return setrlimit(what, &limit) == 0;
}

// Limits this process's memory, time, files and system calls. Uses RLIMIT_DATA for the memory, because RLIMIT_AS would
// also count libraries that are mapped but never written.
static gboolean lock_down(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && limit(RLIMIT_CORE, 0) &&
         limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_DATA, MEMORY_LIMIT) && limit(RLIMIT_CPU, SECONDS) &&
         limit(RLIMIT_NOFILE, 3) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && lock_system_calls();  // guards X16: lock_system_calls() => TRUE
}

void picture_refuse(void) { _exit(EXIT_FAILURE); }

void *picture_memory(size_t size) {
  void *memory = calloc(size, 1);
  if (!memory) picture_refuse();
  return memory;
}

void picture_begin(struct picture *picture, uint32_t width, uint32_t height) {
  if (!width || !height || (guint64)width * height > MEMORY_LIMIT / 4) picture_refuse();
  guint32 longest = MAX(width, height), side = MIN(picture->side, longest);
  picture->source_width = width;
  picture->source_height = height;
  picture->width = MAX(1, (guint32)((guint64)width * side / longest));
  picture->height = MAX(1, (guint32)((guint64)height * side / longest));
  picture->sums = picture_memory(sizeof(guint64) * 4 * picture->width);
  picture->pixels = picture_memory((size_t)picture->width * picture->height * 4);
}

// Adds a part of a row of the source to the sums. A pixel of the picture is `source_width` wide and a pixel of the source
// is `width` wide, so that all weights are whole numbers. A source pixel covers one or two pixels of the picture.
static void add(struct picture *picture, const guint8 *row, guint64 weight) {
  guint64 left = 0, border = picture->source_width;
  guint64 *sum = picture->sums;
  for (const guint8 *end = row + (size_t)picture->source_width * 4; row < end; row += 4) {
    guint64 right = left + picture->width, inside = MIN(right, border) - left;
    for (;;) {
      guint64 alpha = weight * inside * row[3];
      for (int part = 0; part < 3; part++) sum[part] += alpha * row[part];
      sum[3] += alpha;
      if (right < border) break;
      inside = right - border;
      border += picture->source_width;
      sum += 4;
      if (!inside) break;
    }
    left = right;
  }
}

static void end_row(struct picture *picture, guint32 row) {
  guint64 area = (guint64)picture->source_width * picture->source_height;
  guint8 *pixel = picture->pixels + (size_t)row * picture->width * 4;
  for (guint64 *sum = picture->sums; sum < picture->sums + (size_t)picture->width * 4; sum += 4, pixel += 4) {
    for (int part = 0; part < 3; part++) pixel[part] = sum[3] ? (guint8)((sum[part] + sum[3] / 2) / sum[3]) : 0;
    pixel[3] = (guint8)((sum[3] + area / 2) / area);
  }
  memset(picture->sums, 0, sizeof(guint64) * 4 * picture->width);
}

void picture_add_row(struct picture *picture, const uint8_t *row) {
  if (picture->row >= picture->source_height) picture_refuse();
  guint64 top = (guint64)picture->row++ * picture->height, bottom = top + picture->height;
  guint64 target = top / picture->source_height, border = (target + 1) * picture->source_height;
  add(picture, row, MIN(bottom, border) - top);
  if (bottom < border) return;
  end_row(picture, (guint32)target);
  if (bottom > border) add(picture, row, bottom - border);
}

// Returns the picture as it is seen, for an orientation of Exif.
static struct picture turned(struct picture picture, int orientation) {
  gboolean is_on_its_side = orientation >= 5;
  gboolean from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  gboolean from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  struct picture upright = {
      .width = is_on_its_side ? picture.height : picture.width,
      .height = is_on_its_side ? picture.width : picture.height,
      .pixels = picture_memory((size_t)picture.width * picture.height * 4)};
  guint8 *pixel = upright.pixels;
  for (guint32 y = 0; y < upright.height; y++) {
    for (guint32 x = 0; x < upright.width; x++, pixel += 4) {
      guint32 across = is_on_its_side ? y : x, down = is_on_its_side ? x : y;
      if (from_right) across = picture.width - 1 - across;
      if (from_bottom) down = picture.height - 1 - down;
      memcpy(pixel, picture.pixels + ((size_t)down * picture.width + across) * 4, 4);
    }
  }
  return upright;
}

// Reads standard input to its end.
static struct input take_in(void) {
  struct input input = {0};
  size_t room = 0;
  for (;;) {
    if (input.size == room) {
      room = room ? room * 2 : 1u << 16;
      input.bytes = realloc(input.bytes, room);
      if (!input.bytes) picture_refuse();
    }
    ssize_t count = read(STDIN_FILENO, input.bytes + input.size, room - input.size);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) return input;
    if (count < 0 || (input.size += (size_t)count) > INPUT_LIMIT) picture_refuse();
  }
}

static gboolean give_out(const void *bytes, size_t size) {
  for (const char *next = bytes; size > 0;) {
    ssize_t count = write(STDOUT_FILENO, next, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return FALSE;
    next += count;
    size -= (size_t)count;
  }
  return TRUE;
}

// Writes width and height as four little-endian bytes each, then rows of red, green, blue and alpha.
static gboolean give_pixels(const struct picture *picture) {
  guint32 head[2] = {GUINT32_TO_LE(picture->width), GUINT32_TO_LE(picture->height)};
  return give_out(head, sizeof head) && give_out(picture->pixels, (size_t)picture->width * picture->height * 4);
}

static gboolean give_png(const struct picture *picture) {
  size_t size = 0;
  uint8_t *bytes = picture_as_png(picture, &size);
  return give_out(bytes, size);
}

int kurs_picture_process(const char *kind, int side, gboolean as_png) {
  syscall(SYS_close_range, 3u, ~0u, 0u);
  gboolean is_png = !strcmp(kind, "png"), is_jpeg = !strcmp(kind, "jpeg"), is_gif = !strcmp(kind, "gif");
  if (!(is_png || is_jpeg || is_gif) || side < 1 || side > 4096 || !lock_down()) return EXIT_FAILURE;
  struct picture picture = {.side = (guint32)side};
  struct input input = take_in();
  int orientation = 1;
  if (is_png) picture_read_png(&picture, &input);
  if (is_gif) picture_read_gif(&picture, &input);
  if (is_jpeg) orientation = picture_read_jpeg(&picture, &input);
  if (picture.row != picture.source_height) return EXIT_FAILURE;
  struct picture upright = turned(picture, orientation);  // guards I15: turned(picture, orientation) => picture
  return (as_png ? give_png(&upright) : give_pixels(&upright)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
