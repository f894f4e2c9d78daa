// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_PAGE_SUMS_H
#define KURS_PAGE_SUMS_H

// C, because SQLite calls these functions through a table for each page that it reads or writes.

struct sqlite3;

/// The application id of a file with page sums: "Kurs".
static const int kurs_application_id = 0x4B757273;

/// The suffix of a file while VACUUM INTO writes it with sums. It gets its final name when it is complete.
#define kurs_summing_suffix "-summing"

/// The SQLite layer for a file with a single reader: the same, but without locks.
#define kurs_sums_alone "kurs-page-sums-alone"

/// Puts the sums between SQLite and the files that this process opens from now on. Returns an SQLite code.
int kurs_page_sums_register(void);

/// Reserves room for a sum in each page of a new file. An existing file gets it with its next VACUUM.
int kurs_page_sums_reserve(struct sqlite3 *connection);

/// Whether the file's pages have sums.
int kurs_page_sums_are_kept(struct sqlite3 *connection);

/// Whether the file is read-only.
int kurs_page_sums_only_read(struct sqlite3 *connection);

/// Keeps the log when the connection closes, because another file may have its name by then.
int kurs_page_sums_leave_log(struct sqlite3 *connection);

#endif
