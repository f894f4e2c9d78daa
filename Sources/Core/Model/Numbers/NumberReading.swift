// SPDX-License-Identifier: GPL-3.0-or-later

public struct NumberReading: Hashable, Sendable {
  public let value: Rational
  /// The other possible value of an ambiguous number, such as 1234 for 1.234. Nil if the number is clear.
  public let alternative: Rational?
  /// Whether the separators differ from the locale's, such as 12.50 in a German locale.
  public let isForeign: Bool
  /// Whether the number was written with a power of ten, such as 1e3, 2k or 1.5 million.
  public let isScaled: Bool

  public init(value: Rational, alternative: Rational? = nil, isForeign: Bool = false, isScaled: Bool = false) {
    self.value = value
    self.alternative = alternative
    self.isForeign = isForeign
    self.isScaled = isScaled
  }

  func scaled(by exponent: Int) -> NumberReading {
    let power = Rational.powerOfTen(exponent)
    return NumberReading(
      value: value * power, alternative: alternative.map { $0 * power }, isForeign: isForeign, isScaled: true)
  }
}

public enum NumberFault: Error, Hashable, Sendable {
  /// The number has invalid separators, such as `1,23,4` or `1.2.3`.
  case grouping
  /// The number is hexadecimal, such as `0x10`.
  case notDecimal
  /// The number has more than 300 digits, or a power of ten beyond ±300.
  case tooLong
}

enum NumberSeparator: Hashable, Sendable {
  case dot, comma, apostrophe, space, arabicDecimal, arabicGroup

  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case ".", "\u{FF0E}": self = .dot
    case ",", "\u{FF0C}", "\u{060C}": self = .comma
    case "'", "\u{2019}": self = .apostrophe
    case " ", "\u{A0}", "\u{202F}", "\u{2009}": self = .space
    case "\u{066B}": self = .arabicDecimal
    case "\u{066C}": self = .arabicGroup
    default: return nil
    }
  }
}

struct NumberRun {
  private(set) var digits: [UInt8] = []
  /// The count of digits in each group between separators. In ".5", the first count is 0.
  private(set) var groups: [Int] = [0]
  private(set) var separators: [NumberSeparator] = []

  mutating func append(_ digit: Int) {
    digits.append(UInt8(digit) + UInt8(ascii: "0"))
    groups[groups.count - 1] += 1
  }

  mutating func append(_ separator: NumberSeparator) {
    separators.append(separator)
    groups.append(0)
  }
}

struct NumberScanner: Sendable {
  struct Scan {
    let end: Int
    let result: Result<NumberReading, NumberFault>
  }

  static let mostDigits = 300
  private let interpreter: NumberInterpreter
  private let powers: PowerScanner

  init(_ symbols: NumberSymbols, powers: PowerWords = .english) {
    interpreter = NumberInterpreter(symbols)
    self.powers = PowerScanner(words: powers)
  }

  func scan(_ text: SourceText, at start: Int, end: Int) -> Scan? {
    var (offset, run, hasDashes) = (start, NumberRun(), false)
    if let (scalar, length) = text.scalar(at: offset, end: end), scalar.digit == nil {
      // The number may begin with its decimal sign, as in ".5", and ",5" if the comma is decimal.
      guard let separator = NumberSeparator(scalar), interpreter.mayBegin(with: separator),
        text.scalar(at: offset + length, end: end)?.scalar.digit != nil
      else { return nil }
      run.append(separator)
      offset += length
    }
    while true {
      let before = offset
      while let (scalar, length) = text.scalar(at: offset, end: end), let digit = scalar.digit {
        run.append(digit.value)
        offset += length
      }
      guard offset > before else { break }
      guard let (scalar, length) = text.scalar(at: offset, end: end), let separator = NumberSeparator(scalar)
      else { break }
      guard text.scalar(at: offset + length, end: end)?.scalar.digit != nil else {
        if let more = trailing(separator, text, run, at: offset + length, end: end) {
          (offset, hasDashes) = (offset + length + more, more > 0)
        }
        break
      }
      guard scalar != " " || joins(text, run, at: offset + 1, end: end) else { break }
      run.append(separator)
      offset += length
    }
    guard run.digits.count > 0 else { return nil }
    if let end = rupeeEnd(text, at: offset, end: end) { return Scan(end: end, result: interpreter.read(run)) }
    if let end = hexadecimalEnd(text, run, at: offset, end: end) {
      return Scan(end: end, result: .failure(.notDecimal))
    }
    guard let power = powers.scan(text, after: offset, end: end) else {
      return Scan(end: offset, result: hasDashes ? interpreter.readWhole(run) : interpreter.read(run))
    }
    guard abs(power.exponent) <= Self.mostDigits else {
      return Scan(end: power.end, result: .failure(.tooLong))
    }
    // Don't accept grouped digits before an exponent, because programs that write exponents don't group digits.
    let reading = power.isExponent ? interpreter.readUngrouped(run) : interpreter.read(run)
    return Scan(end: power.end, result: reading.map { $0.scaled(by: power.exponent) })
  }

  /// Returns the end of `/-`, which Indians write after whole rupees, as in `Rs 1,00,000/-`. Nil if it is missing.
  private func rupeeEnd(_ text: SourceText, at start: Int, end: Int) -> Int? {
    guard text.scalar(at: start, end: end)?.scalar == "/", text.scalar(at: start + 1, end: end)?.scalar == "-" else {
      return nil
    }
    let next = text.scalar(at: start + 2, end: end)?.scalar
    return next.map { $0.isSkipped || $0 == "." || $0 == "," } ?? true ? start + 2 : nil
  }

  /// Returns the end of a number such as `0x10`, which must not be read as a product. Nil for other numbers.
  private func hexadecimalEnd(_ text: SourceText, _ run: NumberRun, at start: Int, end: Int) -> Int? {
    guard run.digits == [UInt8(ascii: "0")], run.separators.isEmpty,
      let sign = text.scalar(at: start, end: end)?.scalar,
      sign == "x" || sign == "X"
    else { return nil }
    var stop = start + 1
    while let (scalar, length) = text.scalar(at: stop, end: end), scalar.properties.isASCIIHexDigit { stop += length }
    return stop > start + 1 ? stop : nil
  }

  /// Whether the space at `start` groups digits. It does so only before exactly three digits.
  private func joins(_ text: SourceText, _ run: NumberRun, at start: Int, end: Int) -> Bool {
    guard interpreter.mayGroupWithSpace, run.digits.first != UInt8(ascii: "0"),
      run.separators.allSatisfy({ $0 == .space }),
      run.groups.allSatisfy({ $0 <= 3 })
    else { return false }
    var (offset, digits) = (start, 0)
    while digits < 4, let (scalar, length) = text.scalar(at: offset, end: end), scalar.digit != nil {
      (offset, digits) = (offset + length, digits + 1)
    }
    return digits == 3
  }

  /// Returns the number of bytes that belong to the number after its last separator: 0 in "12.", the dash in "5.– CHF".
  /// Nil if the separator isn't part of the number.
  private func trailing(
    _ separator: NumberSeparator, _ text: SourceText, _ run: NumberRun, at offset: Int, end: Int
  ) -> Int? {
    guard let (next, length) = text.scalar(at: offset, end: end) else {
      return interpreter.mayTrail(separator, after: run) ? 0 : nil
    }
    if separator == .dot || separator == .comma, next.isMinus || next == "\u{2014}",
      text.scalar(at: offset + length, end: end)?.scalar.digit == nil
    {
      // Also count the second dash of "5.--".
      let second = text.scalar(at: offset + length, end: end)
      return length + (second.map { $0.scalar.isMinus ? $0.length : 0 } ?? 0)
    }
    return interpreter.mayTrail(separator, after: run) && NumberSeparator(next).map { $0 == .space } ?? true
      ? 0 : nil
  }
}

/// Decides what the separators of a number mean. Tries the meaning in the user's locale first.
private struct NumberInterpreter: Sendable {
  private let decimals: Set<NumberSeparator>
  private let groupers: Set<NumberSeparator>
  private let secondaryGroup: Int
  private let isPlain: Bool

  init(_ symbols: NumberSymbols) {
    isPlain = symbols.isPlain
    let decimal = NumberSeparator(symbols.decimal) ?? .dot
    let group = NumberSeparator(symbols.group) ?? .comma
    // With Arabic separators, also accept point and comma, which many Arabic keyboards and programs use.
    decimals = decimal == .arabicDecimal ? [.arabicDecimal, .dot] : [decimal]
    groupers = decimal == .arabicDecimal ? [.arabicGroup, .comma] : [group]
    secondaryGroup = symbols.secondaryGroup
  }

  var mayGroupWithSpace: Bool { !isPlain }

  func mayBegin(with separator: NumberSeparator) -> Bool { decimals.contains(separator) || separator == .dot }

  func mayTrail(_ separator: NumberSeparator, after run: NumberRun) -> Bool {
    decimals.contains(separator) && !run.separators.contains { decimals.contains($0) }
  }

  /// Reads a number in which a single separator must be the decimal sign.
  func readUngrouped(_ run: NumberRun) -> Result<NumberReading, NumberFault> {
    guard run.separators.count == 1, canBeDecimal(run) else { return read(run) }
    return read(run).map { reading in
      number(run, decimals: run.groups.last ?? 0).map { NumberReading(value: $0) } ?? reading
    }
  }

  /// Reads a number with a dash in place of cents, such as `1.200,-`. The separators between digits must group digits.
  func readWhole(_ run: NumberRun) -> Result<NumberReading, NumberFault> {
    guard !isPlain, let group = run.separators.first, run.digits.count <= NumberScanner.mostDigits else {
      return read(run)
    }
    guard canBeWhole(run), let whole = number(run, decimals: 0) else { return .failure(.grouping) }
    return .success(NumberReading(value: whole, isForeign: !groupers.contains(group)))
  }

  func read(_ run: NumberRun) -> Result<NumberReading, NumberFault> {
    guard run.digits.count <= NumberScanner.mostDigits else { return .failure(.tooLong) }
    if isPlain, !run.separators.isEmpty, run.separators != [.dot] { return .failure(.grouping) }
    let decimal = canBeDecimal(run) ? number(run, decimals: run.groups.last ?? 0) : nil
    let whole = canBeWhole(run) ? number(run, decimals: 0) : nil
    let wholeIsLocal = run.separators.first.map { groupers.contains($0) } ?? true
    let decimalIsLocal =
      run.separators.last.map { decimals.contains($0) } ?? false
      && run.separators.dropLast().allSatisfy { groupers.contains($0) }
    switch (decimal, whole) {
    case (nil, nil):
      return .failure(.grouping)
    case (let value?, nil):
      return .success(NumberReading(value: value, isForeign: !decimalIsLocal))
    case (nil, let value?):
      return .success(NumberReading(value: value, isForeign: !wholeIsLocal))
    case (let decimal?, let whole?):
      return .success(
        wholeIsLocal
          ? NumberReading(value: whole, alternative: decimal)
          : NumberReading(value: decimal, alternative: whole, isForeign: !decimalIsLocal))
    }
  }

  private func canBeDecimal(_ run: NumberRun) -> Bool {
    guard let last = run.separators.last, [.dot, .comma, .arabicDecimal].contains(last) else { return false }
    let groups = run.separators.dropLast()
    guard let group = groups.first else { return true }
    return group != last && group != .arabicDecimal && groups.allSatisfy { $0 == group }
      && areGroups(run.groups.dropLast(), of: run)
  }

  private func canBeWhole(_ run: NumberRun) -> Bool {
    guard let group = run.separators.first else { return true }
    return !isPlain && group != .arabicDecimal && run.separators.allSatisfy { $0 == group }
      && areGroups(run.groups[...], of: run)
  }

  private func areGroups(_ sizes: ArraySlice<Int>, of run: NumberRun) -> Bool {
    guard let first = sizes.first, sizes.last == 3, (1...3).contains(first),
      run.digits[0] != UInt8(ascii: "0")
    else { return false }
    let middle = sizes.dropFirst().dropLast()
    if middle.allSatisfy({ $0 == 3 }) { return true }
    // Accept India's groups of two digits between commas in every locale.
    let pairs = secondaryGroup == 2 || run.separators.first == .comma ? 2 : secondaryGroup
    return first <= pairs && middle.allSatisfy { $0 == pairs }
  }

  private func number(_ run: NumberRun, decimals: Int) -> Rational? {
    var text = run.digits
    if decimals > 0 {
      text.insert(UInt8(ascii: "."), at: text.count - decimals)
      if text[0] == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: 0) }
    }
    return Rational(text: String(decoding: text, as: UTF8.self))
  }
}
