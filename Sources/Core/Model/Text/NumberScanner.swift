// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the longest run of digits and separators at a position and interprets it.
struct NumberScanner: Sendable {
  struct Scan {
    let end: Int
    let result: Result<NumberReading, Malformed>
  }

  struct Malformed: Error {
    let fault: NumberFault
  }

  static let mostDigits = 300
  private let interpreter: NumberInterpreter
  private let powers: PowerScanner

  init(_ symbols: NumberSymbols, powers: PowerWords = .english) {
    interpreter = NumberInterpreter(symbols)
    self.powers = PowerScanner(words: powers)
  }

  /// Nil if no number begins at `start`.
  func scan(_ text: SourceText, at start: Int, end: Int) -> Scan? {
    var (offset, run) = (start, NumberRun())
    if let (scalar, length) = text.scalar(at: offset, end: end), scalar.digit == nil {
      // ".5", and ",5" if the comma is decimal.
      guard let separator = NumberSeparator(scalar), interpreter.mayBegin(with: separator),
        text.scalar(at: offset + length, end: end)?.scalar.digit != nil
      else { return nil }
      run.begin(separator)
      offset += length
    }
    while true {
      let before = offset
      while let (scalar, length) = text.scalar(at: offset, end: end), let digit = scalar.digit {
        run.append(digit.value, zero: digit.zero)
        offset += length
      }
      guard offset > before else { break }
      guard let (scalar, length) = text.scalar(at: offset, end: end), let separator = NumberSeparator(scalar)
      else { break }
      guard text.scalar(at: offset + length, end: end)?.scalar.digit != nil else {
        offset += trailing(separator, text, run, at: offset + length, end: end).map { $0 + length } ?? 0
        break
      }
      guard scalar != " " || joins(text, run, at: offset + 1, end: end) else { break }
      run.append(separator)
      offset += length
    }
    guard run.digits.count > 0 else { return nil }
    guard let power = powers.scan(text, after: offset, end: end) else {
      return Scan(end: offset, result: interpreter.read(run))
    }
    guard abs(power.exponent) <= Self.mostDigits else {
      return Scan(end: power.end, result: .failure(Malformed(fault: .tooLong)))
    }
    // Programs that write exponents don't group digits.
    let reading = power.isExponent ? interpreter.readUngrouped(run) : interpreter.read(run)
    return Scan(end: power.end, result: reading.map { $0.scaled(by: power.exponent) })
  }

  /// A plain space groups only in locales that use one, and only before exactly three digits.
  private func joins(_ text: SourceText, _ run: NumberRun, at start: Int, end: Int) -> Bool {
    guard interpreter.groupsWithSpace, run.separators.allSatisfy({ $0 == .space }),
      run.groups.allSatisfy({ $0 <= 3 })
    else { return false }
    var (offset, digits) = (start, 0)
    while digits < 4, let (scalar, length) = text.scalar(at: offset, end: end), scalar.digit != nil {
      (offset, digits) = (offset + length, digits + 1)
    }
    return digits == 3
  }

  /// "12." while "12.5" is being typed, and the dash for no cents in "5.– CHF": the number of bytes after the
  /// separator that belong to the number; nil if not even the separator does.
  private func trailing(
    _ separator: NumberSeparator, _ text: SourceText, _ run: NumberRun, at offset: Int, end: Int
  ) -> Int? {
    guard let (next, length) = text.scalar(at: offset, end: end) else {
      return interpreter.mayTrail(separator, after: run) ? 0 : nil
    }
    if separator == .dot || separator == .comma, next.isMinus || next == "\u{2014}",
      text.scalar(at: offset + length, end: end)?.scalar.digit == nil
    {
      return length
    }
    return interpreter.mayTrail(separator, after: run) && NumberSeparator(next).map { $0 == .space } ?? true
      ? 0 : nil
  }
}
