// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_secret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// libsecret's headers need GLib's, whose folder no plain #include finds; these prototypes and the layout of
// GError and GList have been the same since libsecret 0.19 and GLib 2.0.
typedef struct _GHashTable GHashTable;
typedef struct _GCancellable GCancellable;
typedef struct _SecretSchema SecretSchema;
typedef struct _SecretValue SecretValue;
typedef struct GError {
  uint32_t domain;
  int code;
  char *message;
} GError;
typedef struct GList {
  void *data;
  struct GList *next;
  struct GList *previous;
} GList;
enum { SEARCH_NONE = 0, SEARCH_ALL = 1 << 1, SEARCH_UNLOCK = 1 << 2 };
enum { ERROR_IS_LOCKED = 2, ERROR_NO_SUCH_OBJECT = 3, IO_ERROR_CANCELLED = 19, CHECKSUM_SHA256 = 2 };
enum { DBUS_ACCESS_DENIED = 9, DBUS_AUTH_FAILED = 10, DBUS_UNKNOWN_METHOD = 19, DBUS_UNKNOWN_OBJECT = 41 };
enum { BUS_OF_THE_SESSION = 2, MILLISECONDS_FOR_THE_BUS = 1000 };
// What a call named or found is not there (any more); `settled` says what it means.
enum { GONE = KURS_SECRET_FAILED + 1 };

static struct {
  SecretSchema *(*schema_new)(const char *, int, GHashTable *);
  GList *(*search)(const SecretSchema *, GHashTable *, int, GCancellable *, GError **);
  SecretValue *(*retrieve)(void *, GCancellable *, GError **);
  const char *(*value_text)(SecretValue *);
  void (*value_unref)(void *);
  int (*store)(
      const SecretSchema *, GHashTable *, const char *, const char *, const char *, GCancellable *, GError **);
  int (*clear)(const SecretSchema *, GHashTable *, GCancellable *, GError **);
  size_t (*item_type)(void);
  int (*item_locked)(void *);
  uint32_t (*error_domain)(void);
  int (*is_a)(void *, size_t);
  GHashTable *(*table_new)(void *hash, void *equal, void *free_key, void *free_value);
  int (*table_insert)(GHashTable *, void *, void *);
  void (*table_unref)(GHashTable *);
  void *string_hash;
  void *string_equal;
  void *free;
  char *(*duplicate)(const char *);
  char *(*checksum)(int, const char *, ptrdiff_t);
  GCancellable *(*cancellable_new)(void);
  void (*cancel)(GCancellable *);
  void (*unref)(void *);
  void (*list_free)(GList *, void *);
  void (*error_free)(GError *);
  const char *(*quark_text)(uint32_t);
  void (*wipe)(char *);
  void *(*bus)(int, GCancellable *, GError **);
  void *(*bus_call)(
      void *, const char *, const char *, const char *, const char *, void *, const char *, int, int, GCancellable *,
      GError **);
  void *(*variant_new)(const char *, ...);
  void (*variant_get)(void *, const char *, ...);
  void (*variant_unref)(void *);
} secret;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded = false;
static SecretSchema *schema;

static void load(void) {
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define RESOLVE(member, name)                                                                             \
  *(void **)(&secret.member) = dlsym(library, name);                                                      \
  if (secret.member == NULL) return;
  RESOLVE(schema_new, "secret_schema_newv")
  RESOLVE(search, "secret_password_searchv_sync")
  RESOLVE(retrieve, "secret_retrievable_retrieve_secret_sync")
  RESOLVE(value_text, "secret_value_get_text")
  RESOLVE(value_unref, "secret_value_unref")
  RESOLVE(store, "secret_password_storev_sync")
  RESOLVE(clear, "secret_password_clearv_sync")
  RESOLVE(item_type, "secret_item_get_type")
  RESOLVE(item_locked, "secret_item_get_locked")
  RESOLVE(error_domain, "secret_error_get_quark")
  RESOLVE(wipe, "secret_password_free")
  // dlsym looks into the libraries that this one needs as well.
  RESOLVE(is_a, "g_type_check_instance_is_a")
  RESOLVE(table_new, "g_hash_table_new_full")
  RESOLVE(table_insert, "g_hash_table_insert")
  RESOLVE(table_unref, "g_hash_table_unref")
  RESOLVE(string_hash, "g_str_hash")
  RESOLVE(string_equal, "g_str_equal")
  RESOLVE(free, "g_free")
  RESOLVE(duplicate, "g_strdup")
  RESOLVE(checksum, "g_compute_checksum_for_string")
  RESOLVE(cancellable_new, "g_cancellable_new")
  RESOLVE(cancel, "g_cancellable_cancel")
  RESOLVE(unref, "g_object_unref")
  RESOLVE(list_free, "g_list_free_full")
  RESOLVE(error_free, "g_error_free")
  RESOLVE(quark_text, "g_quark_to_string")
  RESOLVE(bus, "g_bus_get_sync")
  RESOLVE(bus_call, "g_dbus_connection_call_sync")
  RESOLVE(variant_new, "g_variant_new")
  RESOLVE(variant_get, "g_variant_get")
  RESOLVE(variant_unref, "g_variant_unref")
#undef RESOLVE
  // 0 is both the string type of an attribute and the absence of flags.
  GHashTable *types = secret.table_new(secret.string_hash, secret.string_equal, NULL, NULL);
  secret.table_insert(types, "application", NULL);
  secret.table_insert(types, "kind", NULL);
  secret.table_insert(types, "owner", NULL);
  schema = secret.schema_new("org.kursapp.Kurs.Secret", 0, types);
  secret.table_unref(types);
  loaded = schema != NULL;
}

bool kurs_secret_load(void) {
  pthread_once(&once, load);
  return loaded;
}

// Attributes are stored in the clear and any program may list them: the owner goes in as a hash.
static GHashTable *attributes(const char *kind, const char *owner) {
  GHashTable *table = secret.table_new(secret.string_hash, secret.string_equal, NULL, secret.free);
  secret.table_insert(table, "application", secret.duplicate("org.kursapp.Kurs"));
  if (kind != NULL) secret.table_insert(table, "kind", secret.duplicate(kind));
  if (owner != NULL) secret.table_insert(table, "owner", secret.checksum(CHECKSUM_SHA256, owner, -1));
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
    if (error->code == ERROR_IS_LOCKED) return KURS_SECRET_LOCKED;
    return error->code == ERROR_NO_SUCH_OBJECT ? GONE : KURS_SECRET_FAILED;
  }
  if (is_domain(error, "g-io-error-quark")) {
    // Without a bus GIO tries to start one, in vain; the code depends on how it tried.
    return error->code == IO_ERROR_CANCELLED ? KURS_SECRET_CANCELLED : KURS_SECRET_NO_SERVICE;
  }
  if (is_domain(error, "g-dbus-error-quark")) {
    if (error->code == DBUS_ACCESS_DENIED || error->code == DBUS_AUTH_FAILED) return KURS_SECRET_REFUSED;
    // An item that was removed answers so.
    return error->code == DBUS_UNKNOWN_METHOD || error->code == DBUS_UNKNOWN_OBJECT ? GONE : KURS_SECRET_NO_SERVICE;
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

// Removed by someone else between the search and the call, an item is not found the second time. What is gone then as
// well never was: there is no default collection and none was made, or the service is none.
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
  GList *found = secret.search(schema, table, SEARCH_NONE, (GCancellable *)cancellable, &error);
  secret.table_unref(table);
  if (error != NULL) return failed(error);
  if (found == NULL) return plain(KURS_SECRET_NONE);
  struct kurs_secret_result result = plain(KURS_SECRET_LOCKED);
  if (!is_locked(found->data)) {
    SecretValue *value = secret.retrieve(found->data, (GCancellable *)cancellable, &error);
    const char *stored = value == NULL ? NULL : secret.value_text(value);
    // No text is as good as nothing.
    result = error != NULL ? failed(error) : plain(stored == NULL ? KURS_SECRET_NONE : KURS_SECRET_DONE);
    if (stored != NULL) *text = secret.duplicate(stored);
    if (value != NULL) secret.value_unref(value);
  }
  secret.list_free(found, (void *)secret.unref);
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
  // A dismissed prompt is no error to libsecret.
  return plain(stored ? KURS_SECRET_DONE : KURS_SECRET_LOCKED);
}

static struct kurs_secret_result remove_all(
    const char *kind, const char *owner, struct kurs_secret_cancellable *cancellable) {
  GError *error = NULL;
  GHashTable *table = attributes(kind, owner);
  int removed = secret.clear(schema, table, (GCancellable *)cancellable, &error);
  // libsecret passes over locked items without a word.
  GList *left = error != NULL || removed
                    ? NULL
                    : secret.search(schema, table, SEARCH_NONE, (GCancellable *)cancellable, &error);
  secret.table_unref(table);
  if (error != NULL) return failed(error);
  if (removed || left == NULL) return plain(removed ? KURS_SECRET_DONE : KURS_SECRET_NONE);
  secret.list_free(left, (void *)secret.unref);
  return plain(KURS_SECRET_LOCKED);
}

static struct kurs_secret_result unlock(struct kurs_secret_cancellable *cancellable) {
  GError *error = NULL;
  GHashTable *table = attributes(NULL, NULL);
  GList *found =
      secret.search(schema, table, SEARCH_ALL | SEARCH_UNLOCK, (GCancellable *)cancellable, &error);
  secret.table_unref(table);
  if (error != NULL) return failed(error);
  struct kurs_secret_result result = plain(KURS_SECRET_DONE);
  for (GList *item = found; item != NULL; item = item->next) {
    if (is_locked(item->data)) result = plain(KURS_SECRET_LOCKED);
  }
  secret.list_free(found, (void *)secret.unref);
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
  void *bus = secret.bus(BUS_OF_THE_SESSION, NULL, NULL);
  if (bus == NULL) return false;
  void *answer = secret.bus_call(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
      secret.variant_new("(s)", "org.freedesktop.secrets"), "(b)", 0, MILLISECONDS_FOR_THE_BUS, NULL, NULL);
  int runs = false;
  if (answer != NULL) {
    secret.variant_get(answer, "(b)", &runs);
    secret.variant_unref(answer);
  }
  secret.unref(bus);
  return runs;
}
