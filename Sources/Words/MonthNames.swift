// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Names of months: glibc's, whose locale may have any language; Kurs' own where that has English alone, as in a system
/// that has no locale of the language in which Kurs speaks.
public enum MonthNames {
  /// The full name as used within a date; 1 is January.
  public static func name(_ month: Int) -> String {
    switch month {
    case 1: known(MON_1) ?? tr("January")
    case 2: known(MON_2) ?? tr("February")
    case 3: known(MON_3) ?? tr("March")
    case 4: known(MON_4) ?? tr("April")
    case 5: known(MON_5) ?? tr("May")
    case 6: known(MON_6) ?? tr("June")
    case 7: known(MON_7) ?? tr("July")
    case 8: known(MON_8) ?? tr("August")
    case 9: known(MON_9) ?? tr("September")
    case 10: known(MON_10) ?? tr("October")
    case 11: known(MON_11) ?? tr("November")
    case 12: known(MON_12) ?? tr("December")
    default: ""
    }
  }

  /// The short name, as below a chart; 1 is January.
  public static func shortName(_ month: Int) -> String {
    // Translators: the months in short, as below a chart.
    switch month {
    case 1: known(ABMON_1) ?? tr("Jan")
    case 2: known(ABMON_2) ?? tr("Feb")
    case 3: known(ABMON_3) ?? tr("Mar")
    case 4: known(ABMON_4) ?? tr("Apr")
    case 5: known(ABMON_5) ?? tr("May")
    case 6: known(ABMON_6) ?? tr("Jun")
    case 7: known(ABMON_7) ?? tr("Jul")
    case 8: known(ABMON_8) ?? tr("Aug")
    case 9: known(ABMON_9) ?? tr("Sep")
    case 10: known(ABMON_10) ?? tr("Oct")
    case 11: known(ABMON_11) ?? tr("Nov")
    case 12: known(ABMON_12) ?? tr("Dec")
    default: ""
    }
  }

  /// glibc's text, unless its months are the English ones.
  private static func known(_ item: Int) -> String? {
    text(MON_1) == "January" ? nil : text(item)
  }

  private static func text(_ item: Int) -> String? {
    nl_langinfo(nl_item(item)).map { String(cString: $0) }
  }
}
