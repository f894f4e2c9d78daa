#include "kurs_curl.h"
