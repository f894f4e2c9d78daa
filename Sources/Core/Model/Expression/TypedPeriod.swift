// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a period: `2020`, `October 2026`, `im Q3`, `KW 12/2026`, `the third quarter of 2026`, `last month`.
package struct TypedPeriod {
  let days: ClosedRange<Day>
  let end: Int

  private enum Unit { case week, month, quarter, half, year }

  /// Reads a period. `today` decides the year if the text has none. Nil if no period begins at `start`.
  init?(_ text: SourceText, at start: Int, end: Int, words: ReaderWords, today: Day) {
    var parts = Parts(text, at: start, end: end)
    while let word = parts.word(), Self.articles.contains(word) { parts.skip() }
    let year = Self.year(&parts)
    let yearEnd = parts.end
    if year != nil { parts.skip(Self.separators) }
    if let (step, unit) = year == nil ? Self.relative(&parts) : nil {
      guard let days = Self.days(of: unit, step, from: today) else { return nil }
      (self.days, self.end) = (days, parts.end)
    } else if let (number, unit) = Self.part(&parts) ?? Self.month(&parts, words) {
      let close = parts.end
      parts.skip(Self.separators)
      let written = year ?? Self.year(&parts)
      // A number after the month means a day, not a period: "March 3" or "2020 March 3".
      if unit == .month, parts.number() != nil { return nil }
      let years = written.map { [$0] } ?? [today.civil.year, today.civil.year - 1]
      let all = years.compactMap { Self.days(number, unit, of: $0) }
      guard let days = all.first(where: { $0.lowerBound <= today }) ?? all.last else { return nil }
      (self.days, self.end) = (days, year == nil && written != nil ? parts.end : close)
    } else if let year, let days = ClosedRange(year: year, month: 1, count: 12), Self.month(&parts, words) == nil,
      text.scalar(at: yearEnd, end: end)?.scalar.isSkipped ?? true
    {
      (self.days, self.end) = (days, yearEnd)
    } else {
      return nil
    }
  }

  package static func isYear(_ text: some StringProtocol) -> Bool {
    text.count == 4 && (text.hasPrefix("19") || text.hasPrefix("20")) && text.allSatisfy(\.isWholeNumber)
  }

  private static func year(_ parts: inout Parts) -> Int? {
    var ahead = parts
    while let word = ahead.word(), years.contains(word) { ahead.skip() }
    guard let number = ahead.number(), number.digits == 4, (1900..<2100).contains(number.value) else { return nil }
    ahead.skip()
    parts = ahead
    return number.value
  }

  /// Reads `last month` and `this quarter`. `step` is -1 for the period before the current one.
  private static func relative(_ parts: inout Parts) -> (step: Int, unit: Unit)? {
    var ahead = parts
    guard let step = ahead.word().flatMap({ steps[$0] }) else { return nil }
    ahead.skip()
    guard let unit = ahead.word().flatMap({ units[$0] }) else { return nil }
    ahead.skip()
    parts = ahead
    return (step, unit)
  }

  /// Reads a part of a year: `Q3`, `KW 12`, `3. Quartal`, `third quarter` and `الربع الثالث`.
  private static func part(_ parts: inout Parts) -> (number: Int, unit: Unit)? {
    var ahead = parts
    func number(_ parts: inout Parts) -> Int? {
      if let number = parts.number(), number.digits < 3 {
        parts.skip()
        return number.value
      }
      guard let ordinal = parts.word().flatMap({ ordinals[$0] }) else { return nil }
      parts.skip()
      return ordinal
    }
    if let unit = ahead.word().flatMap({ letters[$0] ?? units[$0] }), unit != .month, unit != .year {
      ahead.skip()
      guard let number = number(&ahead) else { return nil }
      parts = ahead
      return (number, unit)
    }
    guard let number = number(&ahead) else { return nil }
    ahead.skip(["."])
    guard let unit = ahead.word().flatMap({ units[$0] }), unit != .month, unit != .year else { return nil }
    ahead.skip()
    parts = ahead
    return (number, unit)
  }

  private static func month(_ parts: inout Parts, _ words: ReaderWords) -> (number: Int, unit: Unit)? {
    var ahead = parts
    guard let first = ahead.word() else { return nil }
    ahead.skip()
    var two = ahead
    if let second = two.word(), let month = words.months["\(first) \(second)"] {
      two.skip()
      parts = two
      return (month, .month)
    }
    guard let month = words.months[first] else { return nil }
    parts = ahead
    return (month, .month)
  }

  private static func days(_ number: Int, _ unit: Unit, of year: Int) -> ClosedRange<Day>? {
    guard number > 0 else { return nil }
    switch unit {
    case .month: return number > 12 ? nil : ClosedRange(year: year, month: number, count: 1)
    case .quarter: return number > 4 ? nil : ClosedRange(year: year, month: number * 3 - 2, count: 3)
    case .half: return number > 2 ? nil : ClosedRange(year: year, month: number * 6 - 5, count: 6)
    case .year: return ClosedRange(year: year, month: 1, count: 12)
    case .week:
      // By ISO 8601, 4 January is always in week 1, and each week belongs to the year of its Thursday.
      guard let fourth = Day(year: year, month: 1, day: 4) else { return nil }
      let monday = fourth - (fourth.weekday - 1) + (number - 1) * 7
      return (monday + 3).civil.year == year ? monday...(monday + 6) : nil
    }
  }

  private static func days(of unit: Unit, _ step: Int, from today: Day) -> ClosedRange<Day>? {
    let (year, month, _) = today.civil
    if unit == .week {
      let monday = today - (today.weekday - 1) + step * 7
      return monday...(monday + 6)
    }
    let length = [Unit.month: 1, .quarter: 3, .half: 6, .year: 12][unit] ?? 1
    let first = year * 12 + (month - 1) / length * length + step * length
    return ClosedRange(year: first / 12, month: first % 12 + 1, count: length)
  }

  private static let articles: Set<String> = ["im", "in", "the", "der", "dem", "den", "das", "في", "calendar"]
  private static let years: Set<String> = ["of", "von", "des", "year", "jahr", "jahres", "عام", "سنة", "من"]
  private static let separators: [Unicode.Scalar] = ["/", "-", ","]
  private static let letters: [String: Unit] = ["q": .quarter, "h": .half, "w": .week, "kw": .week, "cw": .week]
  private static let steps: [String: Int] = [
    "last": -1, "previous": -1, "this": 0, "next": 1, "letzte": -1, "letzten": -1, "letzter": -1, "letztes": -1,
    "letztem": -1, "vorige": -1, "vorigen": -1, "voriges": -1, "diese": 0, "diesen": 0, "diesem": 0, "dieser": 0,
    "dieses": 0,
  ]
  private static let units: [String: Unit] = [
    "week": .week, "woche": .week, "kw": .week, "kalenderwoche": .week, "month": .month, "monat": .month,
    "monats": .month, "quarter": .quarter, "quartal": .quarter, "quartals": .quarter, "half": .half, "halbjahr": .half,
    "year": .year, "jahr": .year, "jahres": .year, "الربع": .quarter, "النصف": .half, "الأسبوع": .week,
  ]
  private static let ordinals: [String: Int] = {
    let names = [
      ["first", "erste", "ersten", "erstes", "الأول"], ["second", "zweite", "zweiten", "zweites", "الثاني"],
      ["third", "dritte", "dritten", "drittes", "الثالث"], ["fourth", "vierte", "vierten", "viertes", "الرابع"],
    ]
    return Dictionary(uniqueKeysWithValues: zip(names, 1...).flatMap { names, number in names.map { ($0, number) } })
  }()
}

/// Reads the words and numbers of a text one by one.
private struct Parts {
  private let text: SourceText
  private let limit: Int
  private var start: Int
  private(set) var end: Int

  init(_ text: SourceText, at start: Int, end limit: Int) {
    (self.text, self.start, end, self.limit) = (text, start, start, limit)
  }

  /// The next word in lower case. Nil before a number or a sign.
  func word() -> String? {
    let stop = WrittenDay.word(text, at: start, end: limit)
    return stop > start ? text.string(start..<stop).lowercased() : nil
  }

  func number() -> (value: Int, digits: Int)? { digits.map { ($0.value, $0.count) } }

  mutating func skip() {
    end = digits?.end ?? WrittenDay.word(text, at: start, end: limit)
    start = text.trimmed(end..<limit).lowerBound
  }

  mutating func skip(_ signs: [Unicode.Scalar]) {
    guard let (scalar, length) = text.scalar(at: start, end: limit), signs.contains(scalar) else { return }
    start = text.trimmed((start + length)..<limit).lowerBound
  }

  private var digits: (value: Int, count: Int, end: Int)? {
    let (value, count, stop) = text.digits(at: start, end: limit, most: 5)
    guard count > 0 else { return nil }
    let ending = WrittenDay.word(text, at: stop, end: limit)
    let isOrdinal = ["st", "nd", "rd", "th"].contains(text.string(stop..<ending).lowercased())
    return (value, count, isOrdinal ? ending : stop)
  }
}
