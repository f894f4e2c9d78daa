// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Recognises dates that Kurs can't convert to a day: `30 Oct`, `30.10.`, `Oct 2026`, `KW 44`, `115/10/30`.
enum LikelyDate {
  /// Whether a column's cells are probably dates. Half of them must look like dates, or all if the form is ambiguous.
  static func areIn(_ all: [TableSketch.Cell], canBeEpoch: Bool) -> Bool {
    guard !all.isEmpty else { return false }
    let texts = all.map { DateCell.plain($0.text).lowercased() }
    let likely = zip(all, texts).count { cell, text in
      DateCell.mayBeMonth(text) || hasClosingPoint(text) || hasNames(text)
        || cell.kind != .amount && hasThreeNumbers(text)
    }
    if likely * 2 >= all.count { return true }
    return texts.allSatisfy(isPairOfNumbers) || canBeEpoch && texts.allSatisfy(isEpoch)
  }

  private static func hasNames(_ text: String) -> Bool {
    guard text.utf8.count <= 40 else { return false }
    var (months, numbers, days) = (0, 0, 0)
    var rest = text[...]
    while let first = rest.first {
      if first.isNumber {
        let digits = rest.prefix(while: \.isNumber)
        numbers += digits.count <= 4 ? 1 : 9
        rest = rest.dropFirst(digits.count)
      } else if first.isLetter {
        let word = String(rest.prefix(while: \.isLetter))
        rest = rest.dropFirst(word.count)
        if DateCell.months[word] != nil {
          months += 1
        } else if relatives.contains(word) || ReaderWords.weekdayNames.contains(word) || ["kw", "cw"].contains(word) {
          days += 1
        } else if !fillers.contains(word) {
          return false
        }
      } else if " .,-/:،".contains(first) {
        rest = rest.dropFirst()
      } else {
        return false
      }
    }
    return numbers < 6 && (months == 1 && numbers > 0 || months == 0 && days == 1)
  }

  private static let fillers: Set<String> = ["st", "nd", "rd", "th", "er", "de", "del", "of", "the", "uhr", "am", "pm"]
  private static let relatives: Set<String> = [
    "today", "yesterday", "heute", "gestern", "hier", "hoy", "ayer", "oggi", "ieri", "vandaag", "gisteren", "اليوم",
    "أمس",
  ]

  /// Whether a text has the form `30.10.`, `30. 10.` or `30.10. 10:11`.
  private static func hasClosingPoint(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { $0.trimmed() }
    guard parts.count == 3, parts[2].isEmpty || parts[2].contains(":") else { return false }
    return isDayAndMonth(parts[0], parts[1])
  }

  /// Whether a text has the form `30/10` or `10-30`, which may also mean something else.
  private static func isPairOfNumbers(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { "/-".contains($0) }.map(String.init)
    return parts.count == 2 && isDayAndMonth(parts[0], parts[1])
  }

  private static func isDayAndMonth(_ first: String, _ second: String) -> Bool {
    guard max(first.count, second.count) <= 2, let first = Int(first), let second = Int(second) else { return false }
    return min(first, second) > 0 && min(first, second) <= 12 && max(first, second) <= 31
  }

  /// Whether a text has three numbers, of which one can be a year. The year may be of Taiwan's calendar.
  private static func hasThreeNumbers(_ text: String) -> Bool {
    guard text.utf8.count <= 30, text.first?.isNumber == true else { return false }
    let groups = text.split { !$0.isNumber }
    let hasYear = groups.contains { TypedPeriod.isYear($0) }
    let isTaiwanese =
      groups.count == 3 && groups[0].count == 3 && groups[0].hasPrefix("1")
      && isDayAndMonth(String(groups[1]), String(groups[2]))
    return groups.count >= 3 && (hasYear || isTaiwanese || groups.count == 3 && groups.allSatisfy { $0.count <= 2 })
  }

  /// Whether a text is a number of seconds or milliseconds since 1970 that means a time after 2000.
  private static func isEpoch(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 } && [10, 13].contains(text.count)
      && Int(text.prefix(10)).map { (1_000_000_000...2_100_000_000).contains($0) } ?? false
  }
}
