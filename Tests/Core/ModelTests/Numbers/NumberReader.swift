// SPDX-License-Identifier: GPL-3.0-or-later
@testable import KursModel

/// Reads one number as people write it in a locale. It is strict, so anything else in the text is an error.
struct NumberReader: Sendable {
  private let scanner: NumberScanner

  init(_ symbols: NumberSymbols) {
    scanner = NumberScanner(symbols)
  }

  /// Reads `text` as a number with an optional sign.
  func read(_ text: String) throws(NumberError) -> NumberReading {
    let source = SourceText(text)
    var rest = source.trimmed(0..<source.count)
    guard !rest.isEmpty else { throw NumberError(reason: .empty, range: rest) }
    var isNegative = false
    if let (scalar, length) = source.scalar(at: rest.lowerBound, end: rest.upperBound),
      scalar.isMinus || scalar.isPlus
    {
      isNegative = scalar.isMinus
      rest = source.trimmed((rest.lowerBound + length)..<rest.upperBound)
    }
    guard let scan = scanner.scan(source, at: rest.lowerBound, end: rest.upperBound) else {
      throw NumberError(reason: .unexpectedCharacter, range: rest)
    }
    guard scan.end == rest.upperBound else {
      throw NumberError(reason: .unexpectedCharacter, range: scan.end..<rest.upperBound)
    }
    switch scan.result {
    case .failure(let fault):
      throw NumberError(reason: .malformed(fault), range: rest.lowerBound..<scan.end)
    case .success(let reading):
      return isNegative ? reading.negated : reading
    }
  }
}

extension NumberReading {
  var negated: NumberReading {
    NumberReading(value: -value, alternative: alternative.map { -$0 }, isForeign: isForeign, isScaled: isScaled)
  }
}

/// The reason why text is not a number, and the position of the fault.
struct NumberError: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case empty
    case malformed(NumberFault)
    case unexpectedCharacter
  }

  let reason: Reason
  /// The position in UTF-8 bytes from the start of the text.
  let range: Range<Int>
}
