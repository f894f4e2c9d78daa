// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_SECRET_H
#define KURS_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libsecret is opened on first use, because neither program's start needs it, and it loads GIO.
// Swift can't create its attributes (a GHashTable) or its schema (variadic), so it gets these functions.
// Each call blocks until the service has answered. Never call them on the main thread.

#pragma clang assume_nonnull begin

/// Opens libsecret once for the process. Returns false if the library or a function is missing.
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

/// The outcome of a call, with the error if no other outcome fits.
struct kurs_secret_result {
  enum kurs_secret_outcome outcome;
  int code;
  char domain[48];
};

/// Cancels a call that takes too long. Any thread may use it.
struct kurs_secret_cancellable *kurs_secret_cancellable_new(void);
void kurs_secret_cancel(struct kurs_secret_cancellable *cancellable);
void kurs_secret_cancellable_free(struct kurs_secret_cancellable *cancellable);

/// Looks up a secret without asking the user to unlock. The caller passes *text to kurs_secret_free.
struct kurs_secret_result kurs_secret_lookup(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable,
    char *_Nullable *_Nonnull text);

/// Overwrites a secret and frees it.
void kurs_secret_free(char *_Nullable text);

/// Stores or replaces a secret in the default collection. `label`: shown by keyring editors.
struct kurs_secret_result kurs_secret_store(
    const char *kind, const char *owner, const char *label, const char *text,
    struct kurs_secret_cancellable *cancellable);

struct kurs_secret_result kurs_secret_remove(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable);

/// Whether a program owns the service's name on the session bus. Without an owner, libsecret's prompt never ends.
bool kurs_secret_service_runs(void);

/// Asks the user to unlock the collections that hold secrets of Kurs.
struct kurs_secret_result kurs_secret_unlock(struct kurs_secret_cancellable *cancellable);

#pragma clang assume_nonnull end

#endif
