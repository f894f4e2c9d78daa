// SPDX-License-Identifier: GPL-3.0-or-later

/// Groups of digits with dashes, slashes or points between them, such as a date or a phone number.
struct DigitRun {
  enum Meaning: Equatable {
    /// A date. Nil if the exact day is unclear, as in 03/04/2020.
    case date(Day?)
    case missingDay
    case phone
  }

  private struct Group {
    let value: Int
    let digits: Int
    let hasLeadingZero: Bool
  }

  private(set) var end: Int
  private(set) var meaning: Meaning?
  /// The date, read with the day first and with the month first. Each is nil if the calendar has no such date.
  private(set) var readings: (dayFirst: Day?, monthFirst: Day?) = (nil, nil)

  /// Reads digits at `start`. Nil unless they are a date or phone number. If `isFirst`, a plus may begin the number.
  init?(_ text: SourceText, at start: Int, end limit: Int, isFirst: Bool) {
    var (offset, groups, separators) = (start, [Group](), [Unicode.Scalar]())
    let hasPlus = isFirst && text.scalar(at: start, end: limit)?.scalar == "+"
    if hasPlus { offset += 1 }
    end = offset
    while let group = Self.group(text, at: offset, end: limit) {
      groups.append(group.group)
      end = group.end
      guard let (scalar, length) = text.scalar(at: end, end: limit),
        "-/.".unicodeScalars.contains(scalar) || hasPlus && "() ".unicodeScalars.contains(scalar)
      else { break }
      separators.append(scalar)
      offset = end + length
      while hasPlus, let (next, length) = text.scalar(at: offset, end: limit), "() ".unicodeScalars.contains(next) {
        offset += length
      }
    }
    separators = Array(separators.prefix(max(groups.count - 1, 0)))
    guard !groups.isEmpty, groups.count > 1 || hasPlus else { return nil }
    if !hasPlus {
      meaning = meaning(groups, separators)
    } else if !separators.contains("/"), Self.isInternational(groups) {
      meaning = .phone
    }
    guard meaning != nil else { return nil }
    if meaning != .phone { skipTime(text, limit) }
  }

  private static func group(_ text: SourceText, at start: Int, end: Int) -> (group: Group, end: Int)? {
    let (value, digits, stop) = text.digits(at: start, end: end, most: 16)
    guard digits > 0 else { return nil }
    let first = text.scalar(at: start, end: end)?.scalar.digit?.value
    return (Group(value: value, digits: digits, hasLeadingZero: first == 0 && digits > 1), stop)
  }

  private static func isInternational(_ groups: [Group]) -> Bool {
    let digits = groups.reduce(0) { $0 + $1.digits }
    return groups[0].digits <= 4 && groups.count > 1 && digits >= 9 || groups.count == 1 && digits >= 11
  }

  private mutating func meaning(_ groups: [Group], _ separators: [Unicode.Scalar]) -> Meaning? {
    guard let separator = separators.first, separators.allSatisfy({ $0 == separator }) else {
      return Self.isPhone(groups, separators) ? .phone : nil
    }
    if groups.count == 3, let date = date(groups, separator) { return date }
    if groups.count == 2, let date = Self.partOfDate(groups, separator) { return date }
    return Self.isPhone(groups, separators) ? .phone : nil
  }

  private mutating func date(_ groups: [Group], _ separator: Unicode.Scalar) -> Meaning? {
    let (a, b, c) = (groups[0], groups[1], groups[2])
    guard b.digits <= 2 else { return nil }
    if a.digits == 4, c.digits <= 2 {
      if let day = Day(year: a.value, month: b.value, day: c.value) { return .date(day) }
      return b.digits == 2 && Self.isMissing(b.value, c.value) && b.value <= 12 ? .missingDay : nil
    }
    guard a.digits <= 2 else { return nil }
    let isShort = c.digits == 2 && (separator == "/" || a.digits == 2 && b.digits == 2)
    guard c.digits == 4 && c.value >= 1000 || isShort else { return nil }
    let year = isShort ? 2000 + c.value : c.value
    readings = (Day(year: year, month: b.value, day: a.value), Day(year: year, month: a.value, day: b.value))
    // Discard the reading with the month first, because dates with points begin with the day.
    if separator == ".", readings.dayFirst != nil { readings.monthFirst = nil }
    switch readings {
    case (nil, nil): return !isShort && Self.isMissing(a.value, b.value) ? .missingDay : nil
    case (let day?, nil), (nil, let day?): return .date(isShort ? nil : day)
    case (let day?, let other?): return .date(day == other && !isShort ? day : nil)
    }
  }

  private static func isMissing(_ one: Int, _ other: Int) -> Bool {
    (1...12).contains(min(one, other)) && (1...31).contains(max(one, other))
  }

  /// Finds a date without day or year, such as `03/03` or `2020-03`. Its leading zero shows that it isn't an amount.
  private static func partOfDate(_ groups: [Group], _ separator: Unicode.Scalar) -> Meaning? {
    let (a, b) = (groups[0], groups[1])
    if separator == "-", a.digits == 4, b.digits == 2, b.hasLeadingZero, (1...12).contains(b.value) {
      return .date(nil)
    }
    guard separator == "/", a.digits == 2, b.digits == 2, a.hasLeadingZero || b.hasLeadingZero else { return nil }
    return (1...31).contains(a.value) && (1...31).contains(b.value) && min(a.value, b.value) <= 12 ? .date(nil) : nil
  }

  private static func isPhone(_ groups: [Group], _ separators: [Unicode.Scalar]) -> Bool {
    guard !separators.contains("."), !groups.contains(where: { $0.value.isMultiple(of: 1000) && $0.digits > 3 }) else {
      return false
    }
    let digits = groups.reduce(0) { $0 + $1.digits }
    let isDashed = separators.allSatisfy { $0 == "-" }
    return isDashed && digits >= 10 || isDashed && groups.count >= 3 && digits >= 9
      || groups[0].hasLeadingZero && groups.count <= 4 && digits >= 7
  }

  private mutating func skipTime(_ text: SourceText, _ limit: Int) {
    var (offset, hasColon) = (end, false)
    if let (scalar, length) = text.scalar(at: offset, end: limit), scalar == "T" || scalar == " " || scalar == "\u{A0}"
    {
      offset += length
    } else {
      return
    }
    while let (scalar, length) = text.scalar(at: offset, end: limit),
      scalar.digit != nil || ":.+Z".unicodeScalars.contains(scalar) || hasColon && scalar == "-"
    {
      hasColon = hasColon || scalar == ":"
      offset += length
    }
    if hasColon { end = offset }
  }
}
