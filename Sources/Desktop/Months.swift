// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

/// Names of months in the person's language, from glibc's locale.
public enum Months {
  /// The full name as used within a date; 1 is January.
  public static func name(_ month: Int) -> String {
    let items: [Int] = [
      MON_1, MON_2, MON_3, MON_4, MON_5, MON_6, MON_7, MON_8, MON_9, MON_10, MON_11, MON_12,
    ].map { Int($0) }
    guard items.indices.contains(month - 1), let text = nl_langinfo(nl_item(items[month - 1])) else { return "" }
    return String(cString: text)
  }

  /// The short name, as below a chart; 1 is January.
  public static func shortName(_ month: Int) -> String {
    let items: [Int] = [
      ABMON_1, ABMON_2, ABMON_3, ABMON_4, ABMON_5, ABMON_6, ABMON_7, ABMON_8, ABMON_9, ABMON_10, ABMON_11, ABMON_12,
    ].map { Int($0) }
    guard items.indices.contains(month - 1), let text = nl_langinfo(nl_item(items[month - 1])) else { return "" }
    return String(cString: text)
  }
}
