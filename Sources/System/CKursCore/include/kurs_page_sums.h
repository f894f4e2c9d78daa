// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_PAGE_SUMS_H
#define KURS_PAGE_SUMS_H

// Written in C, because SQLite calls these functions through a C table for each page that it reads or writes.

struct sqlite3;

/// The application id of a file with page sums: "Kurs".
static const int kurs_application_id = 0x4B757273;

/// The suffix of a file's name while VACUUM INTO writes the file with sums. A complete file gets its final name.
#define kurs_summing_suffix "-summing"

/// The name of the SQLite layer for a file that only one process uses. It adds sums too, but takes no locks.
#define kurs_sums_alone "kurs-page-sums-alone"

/// Adds sums to all files that SQLite opens in this process from now on. Returns an SQLite code.
int kurs_page_sums_register(void);

/// Reserves space for a sum in each page of a new file. An existing file gets the space at its next VACUUM.
int kurs_page_sums_reserve(struct sqlite3 *connection);

/// Whether the file's pages have sums.
int kurs_page_sums_are_kept(struct sqlite3 *connection);

/// Whether the file is read-only.
int kurs_page_sums_only_read(struct sqlite3 *connection);

/// Keeps the log when the connection closes, because by then another file may have the same name.
int kurs_page_sums_leave_log(struct sqlite3 *connection);

#endif
