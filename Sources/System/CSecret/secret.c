// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_secret.h"

#include <dlfcn.h>
#include <libsecret/secret.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MILLISECONDS_FOR_THE_BUS = 1000 };
// An object that the call named or found no longer exists. `settled` interprets this.
enum { GONE = KURS_SECRET_FAILED + 1 };

// The used functions of libsecret, GLib and GIO, by short names and with their declared prototypes.
#define FUNCTIONS(X)                                   \
  X(schema_new, secret_schema_newv)                    \
  X(search, secret_password_searchv_sync)              \
  X(retrieve, secret_retrievable_retrieve_secret_sync) \
  X(value_text, secret_value_get_text)                 \
  X(value_unref, secret_value_unref)                   \
  X(store, secret_password_storev_sync)                \
  X(clear, secret_password_clearv_sync)                \
  X(item_type, secret_item_get_type)                   \
  X(item_locked, secret_item_get_locked)               \
  X(error_domain, secret_error_get_quark)              \
  X(wipe, secret_password_free)                        \
  X(is_a, g_type_check_instance_is_a)                  \
  X(table_new, g_hash_table_new_full)                  \
  X(table_insert, g_hash_table_insert)                 \
  X(table_unref, g_hash_table_unref)                   \
  X(string_hash, g_str_hash)                           \
  X(string_equal, g_str_equal)                         \
  X(checksum, g_compute_checksum_for_string)           \
  X(cancellable_new, g_cancellable_new)                \
  X(cancel, g_cancellable_cancel)                      \
  X(unref, g_object_unref)                             \
  X(list_free, g_list_free_full)                       \
  X(error_free, g_error_free)                          \
  X(quark_text, g_quark_to_string)                     \
  X(bus, g_bus_get_sync)                               \
  X(bus_call, g_dbus_connection_call_sync)             \
  X(variant_new, g_variant_new)                        \
  X(variant_get, g_variant_get)                        \
  X(variant_unref, g_variant_unref)

static struct {
#define MEMBER(name, function) __typeof__(function) *name;
  FUNCTIONS(MEMBER)
#undef MEMBER
} secret;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded = false;
static SecretSchema *schema;

static void load(void) {
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  // dlsym also searches the libraries that this one needs.
#define RESOLVE(name, function)                         \
  *(void **)(&secret.name) = dlsym(library, #function); \
  if (secret.name == NULL) return;
  FUNCTIONS(RESOLVE)
#undef RESOLVE
  // 0 is the string type of an attribute. Before its first unlock, gnome-keyring can't search by the schema's name.
  GHashTable *types = secret.table_new(secret.string_hash, secret.string_equal, NULL, NULL);
  secret.table_insert(types, "application", NULL);
  secret.table_insert(types, "kind", NULL);
  secret.table_insert(types, "owner", NULL);
  schema = secret.schema_new("org.kursapp.Kurs.Secret", SECRET_SCHEMA_DONT_MATCH_NAME, types);
  secret.table_unref(types);
  loaded = schema != NULL;
}

bool kurs_secret_load(void) {
  pthread_once(&once, load);
  return loaded;
}

// Attributes are stored unencrypted and any program may list them, so the owner is hashed.
static GHashTable *attributes(const char *kind, const char *owner) {
  GHashTable *table = secret.table_new(secret.string_hash, secret.string_equal, NULL, free);
  secret.table_insert(table, "application", strdup("org.kursapp.Kurs"));
  if (kind != NULL) secret.table_insert(table, "kind", strdup(kind));
  if (owner != NULL) secret.table_insert(table, "owner", secret.checksum(G_CHECKSUM_SHA256, owner, -1));  // guards X18, B06: secret.checksum(G_CHECKSUM_SHA256, owner, -1) => strdup(owner)
  return table;
}

static struct kurs_secret_result plain(enum kurs_secret_outcome outcome) {
  return (struct kurs_secret_result){.outcome = outcome};
}

static bool is_domain(const GError *error, const char *name) {
  return strcmp(secret.quark_text(error->domain), name) == 0;
}

static int outcome(const GError *error) {
  if (error->domain == secret.error_domain()) {
    if (error->code == SECRET_ERROR_IS_LOCKED) return KURS_SECRET_LOCKED;
    return error->code == SECRET_ERROR_NO_SUCH_OBJECT ? GONE : KURS_SECRET_FAILED;
  }
  if (is_domain(error, "g-io-error-quark")) {
    // Without a bus GIO tries to start one and fails. The code depends on how it tried.
    return error->code == G_IO_ERROR_CANCELLED ? KURS_SECRET_CANCELLED : KURS_SECRET_NO_SERVICE;
  }
  if (is_domain(error, "g-dbus-error-quark")) {
    int code = error->code;
    if (code == G_DBUS_ERROR_ACCESS_DENIED || code == G_DBUS_ERROR_AUTH_FAILED) return KURS_SECRET_REFUSED;
    // A removed item returns this error.
    return code == G_DBUS_ERROR_UNKNOWN_METHOD || code == G_DBUS_ERROR_UNKNOWN_OBJECT ? GONE : KURS_SECRET_NO_SERVICE;
  }
  if (is_domain(error, "g-spawn-exec-error-quark") || is_domain(error, "g-file-error-quark")) {
    return KURS_SECRET_NO_SERVICE;
  }
  return KURS_SECRET_FAILED;
}

static struct kurs_secret_result failed(GError *error) {
  struct kurs_secret_result result = plain(outcome(error));
  result.code = error->code;
  strncpy(result.domain, secret.quark_text(error->domain), sizeof result.domain - 1);
  secret.error_free(error);
  return result;
}

// An item that another program removed between search and call isn't found the second time.
// If the object is still missing then, the default collection or the service doesn't exist.
static struct kurs_secret_result settled(struct kurs_secret_result result) {
  if ((int)result.outcome != GONE) return result;
  bool is_of_service = strcmp(result.domain, secret.quark_text(secret.error_domain())) == 0;
  result.outcome = is_of_service ? KURS_SECRET_REFUSED : KURS_SECRET_NO_SERVICE;
  return result;
}

#define TWICE_WHERE_GONE(call)                              \
  struct kurs_secret_result first = call;                   \
  return (int)first.outcome != GONE ? first : settled(call);

static bool is_locked(void *item) {
  return secret.is_a(item, secret.item_type()) && secret.item_locked(item);
}

struct kurs_secret_cancellable *kurs_secret_cancellable_new(void) {
  return (struct kurs_secret_cancellable *)secret.cancellable_new();
}

void kurs_secret_cancel(struct kurs_secret_cancellable *cancellable) {
  secret.cancel((GCancellable *)cancellable);
}

void kurs_secret_cancellable_free(struct kurs_secret_cancellable *cancellable) {
  secret.unref(cancellable);
}

static struct kurs_secret_result lookup(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable, char **text) {
  GError *error = NULL;
  *text = NULL;
  GHashTable *table = attributes(kind, owner);
  GList *found = secret.search(schema, table, SECRET_SEARCH_NONE, (GCancellable *)cancellable, &error);
  secret.table_unref(table);
  if (error != NULL) return failed(error);
  if (found == NULL) return plain(KURS_SECRET_NONE);
  struct kurs_secret_result result = plain(KURS_SECRET_LOCKED);
  if (!is_locked(found->data)) {  // guards X19: !is_locked(found->data) => 1
    SecretValue *value = secret.retrieve(found->data, (GCancellable *)cancellable, &error);
    const char *stored = value == NULL ? NULL : secret.value_text(value);
    // A missing text counts as a missing secret.
    result = error != NULL ? failed(error) : plain(stored == NULL ? KURS_SECRET_NONE : KURS_SECRET_DONE);
    if (stored != NULL) *text = strdup(stored);
    if (value != NULL) secret.value_unref(value);
  }
  secret.list_free(found, secret.unref);
  return result;
}

static struct kurs_secret_result store(
    const char *kind, const char *owner, const char *label, const char *text,
    struct kurs_secret_cancellable *cancellable) {
  GError *error = NULL;
  GHashTable *table = attributes(kind, owner);
  int stored = secret.store(schema, table, "default", label, text, (GCancellable *)cancellable, &error);
  secret.table_unref(table);
  if (error != NULL) return failed(error);
  // libsecret doesn't report a dismissed prompt as an error.
  return plain(stored ? KURS_SECRET_DONE : KURS_SECRET_LOCKED);
}

static struct kurs_secret_result remove_all(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable) {
  GError *error = NULL;
  GHashTable *table = attributes(kind, owner);
  int removed = secret.clear(schema, table, (GCancellable *)cancellable, &error);
  // libsecret silently skips locked items.
  GList *left = error != NULL || removed
                    ? NULL
                    : secret.search(schema, table, SECRET_SEARCH_NONE, (GCancellable *)cancellable, &error);
  secret.table_unref(table);
  if (error != NULL) return failed(error);
  if (removed || left == NULL) return plain(removed ? KURS_SECRET_DONE : KURS_SECRET_NONE);
  secret.list_free(left, secret.unref);
  return plain(KURS_SECRET_LOCKED);
}

static struct kurs_secret_result unlock(struct kurs_secret_cancellable *cancellable) {
  GError *error = NULL;
  GHashTable *table = attributes(NULL, NULL);
  GList *found =
      secret.search(schema, table, SECRET_SEARCH_ALL | SECRET_SEARCH_UNLOCK, (GCancellable *)cancellable, &error);
  secret.table_unref(table);
  if (error != NULL) return failed(error);
  struct kurs_secret_result result = plain(KURS_SECRET_DONE);
  for (GList *item = found; item != NULL; item = item->next) {
    if (is_locked(item->data)) result = plain(KURS_SECRET_LOCKED);
  }
  secret.list_free(found, secret.unref);
  return result;
}

struct kurs_secret_result kurs_secret_lookup(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable, char **text) {
  TWICE_WHERE_GONE(lookup(kind, owner, cancellable, text))
}

struct kurs_secret_result kurs_secret_store(
    const char *kind, const char *owner, const char *label, const char *text,
    struct kurs_secret_cancellable *cancellable) {
  TWICE_WHERE_GONE(store(kind, owner, label, text, cancellable))
}

struct kurs_secret_result kurs_secret_remove(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable) {
  TWICE_WHERE_GONE(remove_all(kind, owner, cancellable))
}

struct kurs_secret_result kurs_secret_unlock(struct kurs_secret_cancellable *cancellable) {
  TWICE_WHERE_GONE(unlock(cancellable))
}

void kurs_secret_free(char *text) { secret.wipe(text); }

bool kurs_secret_service_runs(void) {
  void *bus = secret.bus(G_BUS_TYPE_SESSION, NULL, NULL);
  if (bus == NULL) return false;
  void *answer = secret.bus_call(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
      secret.variant_new("(s)", "org.freedesktop.secrets"), (const GVariantType *)"(b)", 0,
      MILLISECONDS_FOR_THE_BUS, NULL, NULL);
  int runs = false;
  if (answer != NULL) {
    secret.variant_get(answer, "(b)", &runs);
    secret.variant_unref(answer);
  }
  secret.unref(bus);
  return runs;
}
