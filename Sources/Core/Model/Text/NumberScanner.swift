// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the longest run of digits and separators at a place and has it interpreted.
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

  init(_ symbols: NumberSymbols) {
    interpreter = NumberInterpreter(symbols)
  }

  /// Nil when no number begins at `start`.
  func scan(_ text: SourceText, at start: Int, end: Int) -> Scan? {
    var (offset, run) = (start, NumberRun())
    if let (scalar, length) = text.scalar(at: offset, end: end), scalar.digit == nil {
      // ".5", and ",5" where the comma is decimal.
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
        if interpreter.mayTrail(separator, after: run), ends(text, at: offset + length, end: end) {
          offset += length
        }
        break
      }
      guard scalar != " " || joins(text, run, at: offset + 1, end: end) else { break }
      run.append(separator)
      offset += length
    }
    guard run.digits.count > 0 else { return nil }
    return Scan(end: offset, result: interpreter.read(run))
  }

  /// A plain space groups only in locales that write one, and only before exactly three digits.
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

  /// "12." while "12.5" is being typed: nothing but space, an operator or a bracket may follow.
  private func ends(_ text: SourceText, at offset: Int, end: Int) -> Bool {
    guard let (next, _) = text.scalar(at: offset, end: end) else { return true }
    return next.isSkipped || "+-*/)=%\u{2212}\u{D7}\u{F7}".unicodeScalars.contains(next)
  }
}
