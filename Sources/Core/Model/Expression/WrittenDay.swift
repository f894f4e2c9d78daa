// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads 3 March 2020, March 3, 2020, 3.3.2020 and 2020-03-03. Refuses ambiguous `3/4/2020` and dates without a year.
struct WrittenDay {
  let day: Day
  let end: Int
  let namesMonth: Bool

  enum Field: Equatable {
    case number(Int, digits: Int)
    case month(Int)
  }

  init?(_ text: SourceText, at start: Int, end: Int, months: [String: Int]) {
    var (fields, separators, position, last) = ([Field](), [Unicode.Scalar](), start, start)
    while fields.count < 3, let (field, stop) = Self.field(text, at: position, end: end, months: months) {
      fields.append(field)
      (position, last) = (stop, stop)
      while fields.count < 3, let (scalar, length) = text.scalar(at: position, end: end),
        scalar.isSkipped || ".,-\u{60C}".unicodeScalars.contains(scalar)
      {
        if !scalar.isSkipped { separators.append(scalar) }
        position += length
      }
      if fields.count == 1 { position = Self.afterOf(text, position, end) }
    }
    guard fields.count == 3 else { return nil }
    let day: Day? =
      switch (fields[0], fields[1], fields[2]) {
      case (.number(let day, digits: ...2), .month(let month), .number(let year, digits: 4)),
        (.month(let month), .number(let day, digits: ...2), .number(let year, digits: 4)):
        Day(year: year, month: month, day: day)
      case (.number(let day, digits: ...2), .number(let month, digits: ...2), .number(let year, digits: 4)) where separators == [".", "."]:
        Day(year: year, month: month, day: day)
      case (.number(let year, digits: 4), .number(let month, digits: 2), .number(let day, digits: 2)) where separators == ["-", "-"]:
        Day(year: year, month: month, day: day)
      default: nil
      }
    guard let day else { return nil }
    (self.day, self.end) = (day, last)
    namesMonth = fields.contains { if case .month = $0 { true } else { false } }
  }

  /// Skips "of" in `1st of October 2026`.
  static func afterOf(_ text: SourceText, _ start: Int, _ end: Int) -> Int {
    let stop = word(text, at: start, end: end)
    return text.string(start..<stop).lowercased() == "of" ? text.trimmed(stop..<end).lowerBound : start
  }

  /// Reads a month's name, or a number that may have an English ending ("3rd").
  static func field(
    _ text: SourceText, at start: Int, end: Int, months: [String: Int]
  ) -> (Field, Int)? {
    let (value, digits, stop) = text.digits(at: start, end: end, most: 5)
    let name = word(text, at: stop, end: end)
    let first = text.string(stop..<name).lowercased()
    if digits > 0 { return (.number(value, digits: digits), ["st", "nd", "rd", "th"].contains(first) ? name : stop) }
    let next = text.trimmed(name..<end).lowerBound
    let second = word(text, at: next, end: end)
    if let month = months["\(first) \(text.string(next..<second))"] { return (.month(month), second) }
    return months[first].map { (.month($0), name) }
  }

  static func word(_ text: SourceText, at start: Int, end: Int) -> Int {
    var stop = start
    while stop - start < 60, let (scalar, length) = text.scalar(at: stop, end: end), scalar.properties.isAlphabetic {
      stop += length
    }
    return stop
  }

  static func months(_ language: String) -> [String: Int] {
    let names: [[String]] =
      switch language {
      case "en":
        [
          ["january", "jan"], ["february", "feb"], ["march", "mar"], ["april", "apr"], ["may"], ["june", "jun"],
          ["july", "jul"], ["august", "aug"], ["september", "sep", "sept"], ["october", "oct"], ["november", "nov"],
          ["december", "dec"],
        ]
      case "de":
        [
          ["januar", "jänner", "jan"], ["februar", "feber", "feb"], ["märz", "mär", "mrz"], ["april", "apr"], ["mai"],
          ["juni", "jun"], ["juli", "jul"], ["august", "aug"], ["september", "sep", "sept"], ["oktober", "okt"],
          ["november", "nov"], ["dezember", "dez"],
        ]
      // The names in each list are from Egypt and the Gulf, then the Levant and Iraq, then the Maghreb.
      case "ar":
        [
          ["يناير", "كانون الثاني", "جانفي"], ["فبراير", "شباط", "فيفري"], ["مارس", "آذار"],
          ["أبريل", "ابريل", "إبريل", "نيسان", "أفريل"], ["مايو", "أيار", "ماي"], ["يونيو", "يونيه", "حزيران", "جوان"],
          ["يوليو", "يوليه", "تموز", "جويلية"], ["أغسطس", "اغسطس", "آب", "أوت"], ["سبتمبر", "أيلول"],
          ["أكتوبر", "اكتوبر", "تشرين الأول"], ["نوفمبر", "تشرين الثاني"], ["ديسمبر", "كانون الأول"],
        ]
      default: []
      }
    var months: [String: Int] = [:]
    for (index, names) in names.enumerated() { for name in names { months[name] = index + 1 } }
    return months
  }
}
