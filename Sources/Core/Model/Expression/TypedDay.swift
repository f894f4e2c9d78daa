// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads 2026-10-30, 30 October, 10/30/2026, 30.10., yesterday, 3 days ago. Refuses `3/4/2020`, which is ambiguous.
struct TypedDay {
  let day: Day
  let end: Int

  /// Reads a day. Without `today`, days without a year and words such as "yesterday" aren't read.
  init?(_ text: SourceText, at start: Int, end: Int, words: ReaderWords, today: Day?) {
    let begin = Self.afterArticle(text, at: start, end: end)
    if let written = WrittenDay(text, at: begin, end: end, months: words.months) {
      (day, self.end) = (written.day, written.end)
    } else if let (day, stop) = Self.digits(text, at: begin, end: end) {
      (self.day, self.end) = (day, stop)
    } else if let today, let found = DayPhrase(text, at: start, end: end, words: words, today: today) {
      (day, self.end) = (found.day, found.end)
    } else if let today, let found = DayAgo(text, at: start, end: end, words: words, today: today) {
      (day, self.end) = (found.day, found.end)
    } else if let today, let (day, stop) = Self.weekday(text, at: begin, end: end, words: words, today: today)
      ?? Self.withoutYear(text, at: begin, end: end, words: words, today: today)
    {
      (self.day, self.end) = (day, stop)
    } else {
      return nil
    }
  }

  private static let articles: Set<String> = ["the", "dem", "den", "der"]

  private static func afterArticle(_ text: SourceText, at start: Int, end: Int) -> Int {
    let stop = WrittenDay.word(text, at: start, end: end)
    guard articles.contains(text.string(start..<stop).lowercased()) else { return start }
    return text.trimmed(stop..<end).lowerBound
  }

  /// Reads a date of digits that has only one meaning. In a date with points, the day comes first.
  private static func digits(_ text: SourceText, at start: Int, end: Int) -> (Day, Int)? {
    var stop = start
    while let (scalar, length) = text.scalar(at: stop, end: end),
      scalar.digit != nil || "-./".unicodeScalars.contains(scalar)
    {
      stop += length
    }
    guard stop > start else { return nil }
    if let day = Day(isoBytes: text.bytes[start..<stop]) { return (day, stop) }
    guard let run = DigitRun(text, at: start, end: stop, isFirst: false), run.end == stop else { return nil }
    let separator = text.string(start..<stop).first { "-./".contains($0) }
    switch (run.meaning, run.readings) {
    case (.date(let day?), _) where separator != "-": return (day, stop)
    case (.date(nil), (let day?, _)) where separator == ".": return (day, stop)
    default: return nil
    }
  }

  private static func weekday(
    _ text: SourceText, at start: Int, end: Int, words: ReaderWords, today: Day
  ) -> (Day, Int)? {
    let stop = WrittenDay.word(text, at: start, end: end)
    return words.weekdays[text.string(start..<stop).lowercased()].map {
      (RelativeDay.last(weekday: $0).day(from: today), stop)
    }
  }

  /// Reads a day without a year as the latest such day up to today: `Oct 30`, `1st of October`, `30.10.`.
  private static func withoutYear(
    _ text: SourceText, at start: Int, end: Int, words: ReaderWords, today: Day
  ) -> (Day, Int)? {
    guard let (first, position) = WrittenDay.field(text, at: start, end: end, months: words.months) else { return nil }
    let point = skipping(".", text, position, end)
    let next = WrittenDay.afterOf(text, text.trimmed(point..<end).lowerBound, end)
    guard let (second, stop) = WrittenDay.field(text, at: next, end: end, months: words.months) else { return nil }
    let isPoints = point > position && next == point
    let found: (month: Int, day: Int)? =
      switch (first, second) {
      case (.number(let day, digits: ...2), .month(let month)): (month, day)
      case (.month(let month), .number(let day, digits: ...2)): (month, day)
      case (.number(let day, digits: ...2), .number(let month, digits: ...2)) where isPoints: (month, day)
      default: nil
      }
    let last = skipping(".", text, stop, end)
    // Refuse 30.10 without the second point, because it is a plain number.
    if case .number = second, case .number = first, last == stop { return nil }
    // Refuse a day before another number, because then the date is unclear or has more parts.
    let rest = text.trimmed(last..<end).lowerBound
    let isEnded = text.scalar(at: rest, end: end).map { $0.scalar.digit == nil } ?? true
    guard let (month, number) = found, isEnded else { return nil }
    let years = (0...8).map { today.civil.year - $0 }
    let day = years.lazy.compactMap { Day(year: $0, month: month, day: number) }.first { $0 <= today }
    return day.map { ($0, last) }
  }

  private static func skipping(_ scalar: Unicode.Scalar, _ text: SourceText, _ start: Int, _ end: Int) -> Int {
    guard let (next, length) = text.scalar(at: start, end: end), next == scalar else { return start }
    return start + length
  }
}

/// Reads a phrase of up to four words: `yesterday`, `last friday`, `the day before yesterday`.
struct DayPhrase {
  let day: Day
  let end: Int

  init?(_ text: SourceText, at start: Int, end limit: Int, words: ReaderWords, today: Day) {
    var (phrase, position) = ("", start)
    var found: (day: Day, end: Int)?
    for count in 0..<4 {
      let stop = WrittenDay.word(text, at: position, end: limit)
      guard stop > position else { break }
      phrase += (count == 0 ? "" : " ") + text.string(position..<stop).lowercased()
      if count == 0, !words.dayStarts.contains(phrase) { return nil }
      if let relative = words.days[phrase] { found = (relative.day(from: today), stop) }
      position = text.trimmed(stop..<limit).lowerBound
    }
    guard let found else { return nil }
    (day, end) = found
  }
}

/// Reads a count of days, weeks, months or years before today: `3 days ago`, `vor einer Woche`, `قبل 3 أيام`.
struct DayAgo {
  let day: Day
  let end: Int

  private enum Unit { case day, week, month, year }

  init?(_ text: SourceText, at start: Int, end limit: Int, words: ReaderWords, today: Day) {
    var (position, isBefore) = (start, false)
    let first = WrittenDay.word(text, at: start, end: limit)
    if Self.before.contains(text.string(start..<first).lowercased()) {
      (position, isBefore) = (text.trimmed(first..<limit).lowerBound, true)
    }
    guard let (count, unit, stop) = Self.count(text, at: position, end: limit, words: words) else { return nil }
    var end = stop
    if !isBefore {
      let next = text.trimmed(stop..<limit).lowerBound
      end = WrittenDay.word(text, at: next, end: limit)
      guard text.string(next..<end).lowercased() == "ago" else { return nil }
    }
    guard let day = Self.day(count, unit, before: today) else { return nil }
    (self.day, self.end) = (day, end)
  }

  private static let before: Set<String> = ["vor", "قبل", "منذ"]

  private static func count(
    _ text: SourceText, at start: Int, end: Int, words: ReaderWords
  ) -> (count: Int, unit: Unit, end: Int)? {
    var (value, digits, stop) = text.digits(at: start, end: end, most: 8)
    if digits == 0 {
      let word = WrittenDay.word(text, at: start, end: end)
      let name = text.string(start..<word).lowercased()
      if let (count, unit) = units[name] { return (count, unit, word) }
      if ones.contains(name) {
        (value, stop) = (1, word)
      } else if let (number, end) = words.numbers.read(text, at: start, end: end), let small = Int(number.exactText()) {
        (value, stop) = (small, end)
      } else {
        return nil
      }
    }
    let next = text.trimmed(stop..<end).lowerBound
    let last = WrittenDay.word(text, at: next, end: end)
    guard next > stop, value <= 20_000, let (one, unit) = units[text.string(next..<last).lowercased()] else {
      return nil
    }
    return (value * one, unit, last)
  }

  private static func day(_ count: Int, _ unit: Unit, before today: Day) -> Day? {
    let (year, month, number) = (today.civil.year, today.civil.month, today.civil.day)
    switch unit {
    case .day: return today - count
    case .week: return today - 7 * count
    case .month, .year:
      let months = year * 12 + month - 1 - count * (unit == .year ? 12 : 1)
      guard months > 12 else { return nil }
      return (0...3).lazy.compactMap { Day(year: months / 12, month: months % 12 + 1, day: number - $0) }.first
    }
  }

  private static let ones: Set<String> = ["a", "an", "one", "einem", "einer", "einen"]

  /// The unit and count of each word. Arabic has one word for "two days", "two weeks" and so on.
  private static let units: [String: (Int, Unit)] = [
    "day": (1, .day), "days": (1, .day), "tag": (1, .day), "tagen": (1, .day), "يوم": (1, .day), "أيام": (1, .day),
    "ايام": (1, .day), "يومين": (2, .day), "week": (1, .week), "weeks": (1, .week), "woche": (1, .week),
    "wochen": (1, .week), "أسبوع": (1, .week), "اسبوع": (1, .week), "أسابيع": (1, .week), "أسبوعين": (2, .week),
    "month": (1, .month), "months": (1, .month), "monat": (1, .month), "monaten": (1, .month), "شهر": (1, .month),
    "أشهر": (1, .month), "شهرين": (2, .month), "year": (1, .year), "years": (1, .year), "jahr": (1, .year),
    "jahren": (1, .year), "سنة": (1, .year), "عام": (1, .year), "سنوات": (1, .year), "سنتين": (2, .year),
  ]
}

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
