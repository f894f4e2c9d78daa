// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Names of months in the person's language, from glibc's locale.
enum MonthNames {
  /// As used within a date; 1 is January.
  static func name(_ month: Int) -> String {
    setlocale(LC_TIME, "")
    let first = Int(MON_1)
    guard (1...12).contains(month), let text = nl_langinfo(nl_item(first + month - 1)) else { return "" }
    return String(cString: text)
  }
}
