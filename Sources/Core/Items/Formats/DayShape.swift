// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// A date format made of `yyyy`, `yy`, `MM`, `dd` and `MMM` (an English month). Foundation's formatter is less strict.
struct DayShape: Sendable {
  private let pattern: [UInt8]

  init(_ pattern: StaticString) {
    self.pattern = pattern.withUTF8Buffer { Array($0) }
  }

  init?(written text: String) {
    let marks = text.split { !"yMd".contains($0) }.map(String.init)
    let months = marks.filter { ["MM", "MMM"].contains($0) }
    guard text.utf8.count <= 32, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    if marks.count == 1 {
      guard ["yyyyMMdd", "ddMMyyyy"].contains(marks[0]) else { return nil }
    } else {
      guard marks.count == 3, months.count == 1, marks.contains("yyyy"), marks.contains("dd") else { return nil }
    }
    pattern = Array(text.utf8)
  }

  var length: Int { pattern.count }

  static let iso = DayShape("yyyy-MM-dd")
  static let dotted = DayShape("dd.MM.yyyy")
  static let slashed = DayShape("dd/MM/yyyy")
  static let american = DayShape("MM/dd/yyyy")
  static let named = DayShape("dd-MMM-yyyy")
  static let slashedName = DayShape("dd/MMM/yyyy")
  static let spaced = DayShape("dd MMM yyyy")

  func day(_ text: some StringProtocol) -> Day? {
    let bytes = Array(text.utf8)
    guard bytes.count == pattern.count else { return nil }
    var (year, month, day) = (0, 0, 0)
    if let name = pattern.firstRange(of: Array("MMM".utf8)) {
      let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
      guard let index = months.firstIndex(where: { Array($0.utf8) == Array(bytes[name]) }) else { return nil }
      month = index + 1
    }
    let isNamed = month > 0
    for (letter, byte) in zip(pattern, bytes) {
      let digit = Int(byte) - 0x30
      switch letter {
      case UInt8(ascii: "M") where isNamed: continue
      case UInt8(ascii: "y"), UInt8(ascii: "M"), UInt8(ascii: "d"):
        guard (0...9).contains(digit) else { return nil }
        if letter == UInt8(ascii: "y") { year = year * 10 + digit }
        if letter == UInt8(ascii: "M") { month = month * 10 + digit }
        if letter == UInt8(ascii: "d") { day = day * 10 + digit }
      default: guard letter == byte else { return nil }
      }
    }
    return Day(year: year, month: month, day: day)
  }
}

extension Day {
  static func declared(_ iso: StaticString) -> Day {
    DayShape.iso.day(iso.description) ?? Day(number: 0)
  }
}
