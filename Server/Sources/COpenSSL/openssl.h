/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of OpenSSL 3 that the server uses: digests, scrypt, and the signatures of ID tokens. */
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
