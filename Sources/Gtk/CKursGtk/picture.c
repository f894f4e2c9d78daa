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

// Decodes untrusted pictures in a separate process, because libpng, libjpeg and giflib are C code that reads crafted
// files. Written in C, because Swift can't import the limits below, and no Swift code may run between the lock and the
// decoder. gdk-pixbuf turns and scales the pixels. It doesn't decode, because since version 2.44 it starts processes to
// decode, and the lock forbids that.

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

void picture_take(struct input *input, void *bytes, size_t count) {
  if (count > input->size - input->next) picture_refuse();
  memcpy(bytes, input->bytes + input->next, count);
  input->next += count;
}

struct picture picture_new(uint32_t width, uint32_t height) {
  if (!width || !height || (guint64)width * height > MEMORY_LIMIT / 4) picture_refuse();
  struct picture picture = {.width = width, .height = height, .pixels = calloc((size_t)width * height, 4)};
  if (!picture.pixels) picture_refuse();
  return picture;
}

uint8_t *picture_row(const struct picture *picture, uint32_t row) {
  return picture->pixels + (size_t)row * picture->width * 4;
}

// Returns the picture upright, and no wider or higher than `side`.
static struct picture fitted(const struct picture *picture, int orientation, guint32 side) {
  char digit[] = {(char)('0' + orientation), 0};
  GdkPixbuf *decoded = gdk_pixbuf_new_from_data(picture->pixels, GDK_COLORSPACE_RGB, TRUE, 8, (int)picture->width,
                                                (int)picture->height, (int)picture->width * 4, NULL, NULL);
  gdk_pixbuf_set_option(decoded, "orientation", digit);
  GdkPixbuf *upright = gdk_pixbuf_apply_embedded_orientation(decoded);  // guards I15: gdk_pixbuf_apply_embedded_orientation(decoded => g_object_ref(decoded
  if (!upright) picture_refuse();
  guint64 width = (guint64)gdk_pixbuf_get_width(upright), height = (guint64)gdk_pixbuf_get_height(upright);
  guint64 longest = MAX(width, height);
  if (longest > side) {
    width = MAX(1, width * side / longest);
    height = MAX(1, height * side / longest);
    upright = gdk_pixbuf_scale_simple(upright, (int)width, (int)height, GDK_INTERP_TILES);
    if (!upright) picture_refuse();
  }
  return (struct picture){.width = (guint32)width, .height = (guint32)height, .pixels = gdk_pixbuf_get_pixels(upright)};
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
  struct input input = take_in();
  int orientation = 1;
  struct picture picture = is_png   ? picture_read_png(&input)
                           : is_gif ? picture_read_gif(&input)
                                    : picture_read_jpeg(&input, (uint32_t)side, &orientation);
  struct picture shown = fitted(&picture, orientation, (guint32)side);
  return (as_png ? give_png(&shown) : give_pixels(&shown)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
