// SPDX-License-Identifier: GPL-3.0-or-later
// One call of kurs_secret.h for a test: secret_calls lookup|store|remove|unlock. Prints the outcome and the secret.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kurs_secret.h"

static const char *const names[] = {"done", "none", "no service", "locked", "refused", "cancelled", "failed"};

// SecretServiceStore cancels after five seconds too.
static void *break_off(void *cancellable) {
  sleep(5);
  kurs_secret_cancel(cancellable);
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 2 || !kurs_secret_load()) return 2;
  struct kurs_secret_cancellable *cancellable = kurs_secret_cancellable_new();
  pthread_t thread;
  pthread_create(&thread, NULL, break_off, cancellable);
  char *text = NULL;
  struct kurs_secret_result result;
  if (strcmp(arguments[1], "lookup") == 0) {
    result = kurs_secret_lookup("session", "ada", cancellable, &text);
  } else if (strcmp(arguments[1], "store") == 0) {
    result = kurs_secret_store("session", "ada", "Kurs", "a canary", cancellable);
  } else if (strcmp(arguments[1], "remove") == 0) {
    result = kurs_secret_remove("session", "ada", cancellable);
  } else {
    result = kurs_secret_unlock(cancellable);
  }
  printf("%s|%s|%s|%d\n", names[result.outcome], text == NULL ? "" : text, result.domain, result.code);
  return 0;
}
