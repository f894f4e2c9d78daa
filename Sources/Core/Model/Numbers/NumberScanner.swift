// SPDX-License-Identifier: GPL-3.0-or-later

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
