#ifndef KURS_CURL_H
#define KURS_CURL_H
#include <curl/curl.h>
#endif
