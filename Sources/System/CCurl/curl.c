// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_curl.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>

// The table keeps libcurl's prototypes, so that a changed signature doesn't compile.
#define FUNCTIONS(X)                                                                                      \
  X(curl_global_init)                                                                                     \
  X(curl_version_info)                                                                                    \
  X(curl_easy_init)                                                                                       \
  X(curl_easy_cleanup)                                                                                    \
  X(curl_easy_setopt)                                                                                     \
  X(curl_easy_getinfo)                                                                                    \
  X(curl_slist_append)                                                                                    \
  X(curl_slist_free_all)                                                                                  \
  X(curl_multi_init)                                                                                      \
  X(curl_multi_cleanup)                                                                                   \
  X(curl_multi_setopt)                                                                                    \
  X(curl_multi_add_handle)                                                                                \
  X(curl_multi_remove_handle)                                                                             \
  X(curl_multi_perform)                                                                                   \
  X(curl_multi_poll)                                                                                      \
  X(curl_multi_wakeup)                                                                                    \
  X(curl_multi_info_read)                                                                                 \
  X(curl_url)                                                                                             \
  X(curl_url_set)                                                                                         \
  X(curl_url_get)                                                                                         \
  X(curl_url_cleanup)                                                                                     \
  X(curl_free)

// curl.h wraps its variadic functions in macros of the same name.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

static struct {
#define MEMBER(name) __typeof__(name) *name;
  FUNCTIONS(MEMBER)
#undef MEMBER
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded = false;

static void load(void) {
  // Both names are the same library, built with OpenSSL and with GnuTLS.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define RESOLVE(name)                                                                                     \
  *(void **)(&curl.name) = dlsym(library, #name);                                                         \
  if (curl.name == NULL) return;
  FUNCTIONS(RESOLVE)
#undef RESOLVE
  // Refuses a libcurl without TLS, so that nothing is ever sent unencrypted.
  if ((curl.curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_SSL) == 0) return;  // guards X20: (curl.curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_SSL) == 0 => 0
  loaded = curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool kurs_curl_load(void) {
  pthread_once(&once, load);
  return loaded;
}

CURL *kurs_curl_easy_init(void) { return curl.curl_easy_init(); }
void kurs_curl_easy_cleanup(CURL *easy) { curl.curl_easy_cleanup(easy); }

CURLcode kurs_curl_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl.curl_easy_setopt(easy, option, value);
}

CURLcode kurs_curl_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl.curl_easy_setopt(easy, option, value);
}

CURLcode kurs_curl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl.curl_easy_setopt(easy, option, value);
}

CURLcode kurs_curl_easy_set_bytes(CURL *easy, CURLoption option, const void *value) {
  return curl.curl_easy_setopt(easy, option, value);
}

CURLcode kurs_curl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl.curl_easy_setopt(easy, option, value);
}

CURLcode kurs_curl_easy_set_callback(
    CURL *easy, CURLoption function, curl_write_callback callback, CURLoption data, void *context) {
  CURLcode code = curl.curl_easy_setopt(easy, function, callback);
  return code != CURLE_OK ? code : curl.curl_easy_setopt(easy, data, context);
}

long kurs_curl_easy_connect_status(CURL *easy) {
  long status = 0;
  curl.curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}

struct curl_slist *kurs_curl_slist_append(struct curl_slist *list, const char *text) {
  return curl.curl_slist_append(list, text);
}

void kurs_curl_slist_free(struct curl_slist *list) { curl.curl_slist_free_all(list); }

CURLM *kurs_curl_multi_init(void) { return curl.curl_multi_init(); }
void kurs_curl_multi_cleanup(CURLM *multi) { curl.curl_multi_cleanup(multi); }

CURLMcode kurs_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl.curl_multi_setopt(multi, option, value);
}

CURLMcode kurs_curl_multi_add(CURLM *multi, CURL *easy) { return curl.curl_multi_add_handle(multi, easy); }

CURLMcode kurs_curl_multi_remove(CURLM *multi, CURL *easy) {
  return curl.curl_multi_remove_handle(multi, easy);
}

CURLMcode kurs_curl_multi_perform(CURLM *multi) {
  int running = 0;
  return curl.curl_multi_perform(multi, &running);
}

CURLMcode kurs_curl_multi_poll(CURLM *multi, int timeout_milliseconds) {
  return curl.curl_multi_poll(multi, NULL, 0, timeout_milliseconds, NULL);
}

CURLMcode kurs_curl_multi_wakeup(CURLM *multi) { return curl.curl_multi_wakeup(multi); }

CURL *kurs_curl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message = NULL;
  while ((message = curl.curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

bool kurs_curl_ascii_address(const char *address, char *ascii, size_t size) {
  // libidn2 reads the host in the thread's encoding.
  locale_t utf8 = kurs_curl_load() ? newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0) : (locale_t)0;
  if (!utf8) return false;
  locale_t usual = uselocale(utf8);
  CURLU *parts = curl.curl_url();
  char *written = NULL;
  bool done = parts && curl.curl_url_set(parts, CURLUPART_URL, address, CURLU_URLENCODE) == CURLUE_OK &&
              curl.curl_url_get(parts, CURLUPART_URL, &written, CURLU_PUNYCODE) == CURLUE_OK;
  if (done) done = (size_t)snprintf(ascii, size, "%s", written) < size;
  curl.curl_free(written);
  curl.curl_url_cleanup(parts);
  uselocale(usual);
  freelocale(utf8);
  return done;
}
