// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_PAGE_SUMS_H
#define KURS_PAGE_SUMS_H

// Checksums ("sums") of the pages of SQLite files. Written in C, because SQLite calls the functions of page_sums.c
// through a C table for each page that it reads or writes.

struct sqlite3;

/// The application id in the header of a file with checksums. The bytes are the ASCII codes of "Kurs".
static const int kurs_application_id = 0x4B757273;

/// The suffix of a file's name while VACUUM INTO writes the file with checksums. A complete file gets its final name.
#define kurs_summing_suffix "-summing"

/// The name of the SQLite VFS for a file that only one process uses. This VFS adds checksums but takes no locks.
#define kurs_sums_alone "kurs-page-sums-alone"

/// Makes SQLite check and write checksums in all files that it opens in this process from now on. Returns an SQLite
/// result code.
int kurs_page_sums_register(void);

/// Reserves space for a checksum in each page of a new file. An existing file gets the space at its next VACUUM.
int kurs_page_sums_reserve(struct sqlite3 *connection);

/// Whether the pages of the connection's database file have checksums.
int kurs_page_sums_are_kept(struct sqlite3 *connection);

/// Whether the connection's database file is read-only.
int kurs_page_sums_only_read(struct sqlite3 *connection);

/// Keeps the write-ahead log unchanged when the connection closes. By then, another database may have the same name,
/// and SQLite would delete the log of that database.
int kurs_page_sums_leave_log(struct sqlite3 *connection);

#endif
