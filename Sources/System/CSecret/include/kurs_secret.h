// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_SECRET_H
#define KURS_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libsecret is opened on first use and not linked: neither program's start needs it, and the terminal's would
// have to load GIO for it. Its attributes are a GHashTable and its schema a variadic, so Swift gets these few.
// Each call blocks until the service has answered: never on the main thread.

#pragma clang assume_nonnull begin

/// Opens libsecret once for the process; false when it, or a function of it, is not there.
bool kurs_secret_load(void);

/// How a call ended.
enum kurs_secret_outcome {
  KURS_SECRET_DONE,
  /// Nothing is stored under that name.
  KURS_SECRET_NONE,
  KURS_SECRET_NO_SERVICE,
  KURS_SECRET_LOCKED,
  KURS_SECRET_REFUSED,
  /// Cancelled by kurs_secret_cancel.
  KURS_SECRET_CANCELLED,
  KURS_SECRET_FAILED,
};

/// How a call ended, and what the error was where it is none of those named.
struct kurs_secret_result {
  enum kurs_secret_outcome outcome;
  int code;
  char domain[48];
};

/// Breaks off a call that takes too long; may be used from any thread.
struct kurs_secret_cancellable *kurs_secret_cancellable_new(void);
void kurs_secret_cancel(struct kurs_secret_cancellable *cancellable);
void kurs_secret_cancellable_free(struct kurs_secret_cancellable *cancellable);

/// Looks a secret up without asking anyone to unlock; *text is the caller's, to be given to kurs_secret_free.
struct kurs_secret_result kurs_secret_lookup(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable,
    char *_Nullable *_Nonnull text);

/// Overwrites a secret that was looked up, and frees it.
void kurs_secret_free(char *_Nullable text);

/// Stores or replaces a secret in the default collection; `label` is what a keyring editor shows.
struct kurs_secret_result kurs_secret_store(
    const char *kind, const char *owner, const char *label, const char *text,
    struct kurs_secret_cancellable *cancellable);

struct kurs_secret_result kurs_secret_remove(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable);

/// Whether anyone still has the service's name on the session bus; libsecret waits for ever for a prompt of nobody's.
bool kurs_secret_service_runs(void);

/// Asks the person to unlock what holds secrets of Kurs.
struct kurs_secret_result kurs_secret_unlock(struct kurs_secret_cancellable *cancellable);

#pragma clang assume_nonnull end

#endif
