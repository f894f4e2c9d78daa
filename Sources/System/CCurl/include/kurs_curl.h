// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_CURL_H
#define KURS_CURL_H

#include <curl/curl.h>
#include <stdbool.h>

// libcurl is opened on first use. Linking its thirty libraries would cost every start 4 ms and 6 MB.
// Most runs send nothing. So each used function has a name here.

/// Opens libcurl once for the process. Returns false if the library or a function is missing.
bool kurs_curl_load(void);

CURL *kurs_curl_easy_init(void);
void kurs_curl_easy_cleanup(CURL *easy);

// Swift cannot call variadic functions such as curl_easy_setopt, so there is one function for each argument type.
CURLcode kurs_curl_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode kurs_curl_easy_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode kurs_curl_easy_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode kurs_curl_easy_set_bytes(CURL *easy, CURLoption option, const void *value);
CURLcode kurs_curl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode kurs_curl_easy_set_callback(
    CURL *easy, CURLoption function, curl_write_callback callback, CURLoption data, void *context);

/// The status of a proxy's response to CONNECT, or 0 without a CONNECT request.
long kurs_curl_easy_connect_status(CURL *easy);

struct curl_slist *kurs_curl_slist_append(struct curl_slist *list, const char *text);
void kurs_curl_slist_free(struct curl_slist *list);

CURLM *kurs_curl_multi_init(void);
void kurs_curl_multi_cleanup(CURLM *multi);
CURLMcode kurs_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode kurs_curl_multi_add(CURLM *multi, CURL *easy);
CURLMcode kurs_curl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode kurs_curl_multi_perform(CURLM *multi);
CURLMcode kurs_curl_multi_poll(CURLM *multi, int timeout_milliseconds);
CURLMcode kurs_curl_multi_wakeup(CURLM *multi);

/// The next completed transfer with its result, or NULL.
CURL *kurs_curl_multi_next_done(CURLM *multi, CURLcode *result);

/// Writes an absolute address with its host in ASCII (RFC 5891) and the rest percent-encoded.
/// Returns false for other text, for more than `size` bytes, or if libcurl lacks support for such hosts.
bool kurs_curl_ascii_address(const char *address, char *ascii, size_t size);

#endif
