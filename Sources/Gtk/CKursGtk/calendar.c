// SPDX-License-Identifier: GPL-3.0-or-later
#include "kurs_dialogs.h"

void kurs_calendar_mark(GtkCalendar *calendar, GDateTime *day) {
#if GTK_CHECK_VERSION(4, 20, 0)
  gtk_calendar_set_date(calendar, day);
#else
  gtk_calendar_select_day(calendar, day);
#endif
}
