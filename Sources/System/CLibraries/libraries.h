// SPDX-License-Identifier: GPL-3.0-or-later
// The core's libraries: expat and zlib are linked, libcurl is opened on first use (docs/BUILD.md).

#include <curl/curl.h>
#include <dlfcn.h>
#include <expat.h>
#include <stdbool.h>
#include <zlib.h>

// Returns the parser's current line. Expat 2.9 deprecates the function that returns a long. Only C can choose the
// function by Expat's version.
static inline unsigned long long kurs_expat_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentLineNumber64(parser);
#else
  return XML_GetCurrentLineNumber(parser);
#endif
}

// curl.h defines macros with the names of its variadic functions. Such macros would break the table of functions below.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// Swift can't name the type of a C function that isn't linked. This table uses libcurl's prototypes, so that a changed
// signature doesn't compile.
#define KURS_CURL_FUNCTIONS(X) \
  X(curl_global_init)          \
  X(curl_version_info)         \
  X(curl_easy_init)            \
  X(curl_easy_cleanup)         \
  X(curl_easy_setopt)          \
  X(curl_easy_getinfo)         \
  X(curl_slist_append)         \
  X(curl_slist_free_all)       \
  X(curl_multi_init)           \
  X(curl_multi_cleanup)        \
  X(curl_multi_setopt)         \
  X(curl_multi_add_handle)     \
  X(curl_multi_remove_handle)  \
  X(curl_multi_perform)        \
  X(curl_multi_poll)           \
  X(curl_multi_wakeup)         \
  X(curl_multi_info_read)      \
  X(curl_url)                  \
  X(curl_url_set)              \
  X(curl_url_get)              \
  X(curl_url_cleanup)          \
  X(curl_free)

struct kurs_curl {
#define KURS_MEMBER(function) __typeof__(function) *function;
  KURS_CURL_FUNCTIONS(KURS_MEMBER)
#undef KURS_MEMBER
};

/// Fills the table from a library that is open. Returns false if a function is missing.
static inline bool kurs_curl_fill(struct kurs_curl *curl, void *library) {
#define KURS_FILL(function) \
  if ((*(void **)&curl->function = dlsym(library, #function)) == NULL) return false;
  KURS_CURL_FUNCTIONS(KURS_FILL)
#undef KURS_FILL
  return true;
}

// Swift can't call the variadic curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt. So each function below
// passes a value of one type.

static inline CURLcode kurs_curl_set_long(
    const struct kurs_curl *curl, CURL *easy, CURLoption option, long value) {
  return curl->curl_easy_setopt(easy, option, value);
}

static inline CURLcode kurs_curl_set_size(
    const struct kurs_curl *curl, CURL *easy, CURLoption option, curl_off_t value) {
  return curl->curl_easy_setopt(easy, option, value);
}

/// Sets an option whose value is a string, a list of headers, or the bytes of a body.
static inline CURLcode kurs_curl_set_pointer(
    const struct kurs_curl *curl, CURL *easy, CURLoption option, const void *value) {
  return curl->curl_easy_setopt(easy, option, value);
}

static inline CURLcode kurs_curl_set_callback(
    const struct kurs_curl *curl, CURL *easy, CURLoption function, curl_write_callback callback, CURLoption data,
    void *context) {
  CURLcode code = curl->curl_easy_setopt(easy, function, callback);
  return code != CURLE_OK ? code : curl->curl_easy_setopt(easy, data, context);
}

static inline CURLMcode kurs_curl_multi_set_long(
    const struct kurs_curl *curl, CURLM *multi, CURLMoption option, long value) {
  return curl->curl_multi_setopt(multi, option, value);
}

/// The status of a proxy's response to CONNECT, or 0 if no CONNECT request was sent.
static inline long kurs_curl_connect_status(const struct kurs_curl *curl, CURL *easy) {
  long status = 0;
  curl->curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}
