/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the server takes of OpenSSL 3: digests, scrypt, and the signatures of ID tokens. */
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
