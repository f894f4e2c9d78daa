// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "kurs_gtk.h"

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

// Decodes untrusted pictures in a separate process, because the decoders are old C code. gdk-pixbuf's authors don't
// call them secure enough for crafted files (Debian bug 1071271). Written in C, because Swift can't import the limits
// below, and no Swift code may run between the lock and the decoder.

#define MEMORY_LIMIT (256u << 20)
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

// Scales a large picture while it is decoded, so that a photograph doesn't exceed the memory limit.
static void size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  int side = GPOINTER_TO_INT(data), longest = MAX(width, height);
  if (longest <= side) return;
  gdk_pixbuf_loader_set_size(loader, MAX(1, (int)((gint64)width * side / longest)),
                             MAX(1, (int)((gint64)height * side / longest)));
}

// Whether a second frame has begun. Then the first frame is complete, and later frames aren't shown. A loader that has
// no frame yet isn't static either, so its pixbuf is checked too. gdk-pixbuf 2.44 leaves animations to other libraries
// and doesn't report their frames. Then only the limits above apply.
static gboolean first_frame_is_whole(GdkPixbufLoader *loader) {
#if GDK_PIXBUF_MAJOR > 2 || GDK_PIXBUF_MINOR >= 44
  (void)loader;
  return FALSE;
#else
  GdkPixbufAnimation *frames = gdk_pixbuf_loader_get_animation(loader);
  return frames && gdk_pixbuf_loader_get_pixbuf(loader) && !gdk_pixbuf_animation_is_static_image(frames);
#endif
}

// Reads the picture from standard input in small parts, because the loader decodes every animation frame that a part
// contains.
static gboolean take_in(GdkPixbufLoader *loader) {
  static guchar part[4096];
  size_t all = 0;
  for (;;) {
    ssize_t count = read(STDIN_FILENO, part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 || (all += (size_t)count) > INPUT_LIMIT) return FALSE;
    if (count == 0) return gdk_pixbuf_loader_close(loader, NULL) || first_frame_is_whole(loader);
    // The rest of the input is read too, because the other process writes the whole file.
    if (first_frame_is_whole(loader)) continue;
    if (!gdk_pixbuf_loader_write(loader, part, (gsize)count, NULL)) return FALSE;
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
static gboolean give_pixels(GdkPixbuf *picture) {
  GdkPixbuf *whole = gdk_pixbuf_add_alpha(picture, FALSE, 0, 0, 0);
  if (!whole) return FALSE;
  guint32 width = (guint32)gdk_pixbuf_get_width(whole), height = (guint32)gdk_pixbuf_get_height(whole);
  guint32 head[2] = {GUINT32_TO_LE(width), GUINT32_TO_LE(height)};
  gboolean given = give_out(head, sizeof head);
  for (guint32 row = 0; given && row < height; row++)
    given = give_out(gdk_pixbuf_read_pixels(whole) + (size_t)row * (size_t)gdk_pixbuf_get_rowstride(whole), width * 4u);
  g_object_unref(whole);
  return given;
}

static gboolean give_png(GdkPixbuf *picture) {
  // The pixbuf's options aren't written. They may contain the place where a photograph was taken.
  gchar *bytes = NULL;
  gsize size = 0;
  gboolean given = gdk_pixbuf_save_to_buffer(picture, &bytes, &size, "png", NULL, NULL) && give_out(bytes, size);
  g_free(bytes);
  return given;
}

int kurs_picture_process(const char *kind, int side, gboolean as_png) {
  syscall(SYS_close_range, 3u, ~0u, 0u);
  // The decoder loads all its files here, because `lock_down` makes opening files fail.
  GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(kind, NULL);
  if (!loader || side < 1 || side > 4096 || !lock_down()) return EXIT_FAILURE;
  g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), GINT_TO_POINTER(side));
  if (!take_in(loader)) return EXIT_FAILURE;
  GdkPixbuf *decoded = gdk_pixbuf_loader_get_pixbuf(loader);
  GdkPixbuf *upright = decoded ? gdk_pixbuf_apply_embedded_orientation(decoded) : NULL;  // guards I15: gdk_pixbuf_apply_embedded_orientation(decoded) => g_object_ref(decoded)
  if (!upright) return EXIT_FAILURE;
  return (as_png ? give_png(upright) : give_pixels(upright)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
