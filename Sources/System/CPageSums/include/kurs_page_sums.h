// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef KURS_PAGE_SUMS_H
#define KURS_PAGE_SUMS_H

struct sqlite3;

/// The application id of a file that keeps sums: "Kurs".
static const int kurs_application_id = 0x4B757273;

/// The end of the name of a file that is being made with sums by VACUUM INTO; it gets its own when it is whole.
#define kurs_summing_suffix "-summing"

/// The name of the layer for a file that is read alone: as the other one, without locks.
#define kurs_sums_alone "kurs-page-sums-alone"

/// Puts the sums between SQLite and the system's files, for all files of this process that are opened afterwards.
/// Returns a code of SQLite.
int kurs_page_sums_register(void);

/// Leaves room for a sum in each page of a new file, or of an old one when it is next written whole (VACUUM).
int kurs_page_sums_reserve(struct sqlite3 *connection);

/// Whether the pages of the connection's file carry sums.
int kurs_page_sums_are_kept(struct sqlite3 *connection);

/// Whether the connection's file may only be read.
int kurs_page_sums_only_read(struct sqlite3 *connection);

/// Leaves the log where and as it is when the connection is closed: another file may have its name by then.
int kurs_page_sums_leave_log(struct sqlite3 *connection);

#endif
