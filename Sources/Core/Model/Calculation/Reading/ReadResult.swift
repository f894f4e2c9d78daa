// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of reading a typed or pasted text.
public struct ReadResult: Hashable, Sendable {
  /// The original text.
  public let text: String
  public let calculation: Calculation
  /// The currencies requested after "in", "to", an arrow or an equals sign.
  public let targets: [Currency]
  /// The rates typed in the text, which apply to it only.
  public let rates: [CustomRate]
  public let notes: [ReadingNote]
  /// The other readings of ambiguous numbers and shared symbols, in the order of the text.
  public let alternatives: [ReadingAlternative]
  /// Errors outside lines: an unknown or missing target. A line holds its own.
  public let problems: [CalculationError]

  /// All errors in the order of the text, with positions from its start.
  public var errors: [CalculationError] {
    let ofLines = calculation.lines.compactMap { line -> CalculationError? in
      guard case .failure(let error) = line.content else { return nil }
      let start = line.offset ?? 0
      return CalculationError(
        error.reason, at: (error.range.lowerBound + start)..<(error.range.upperBound + start))
    }
    return (ofLines + problems).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// A part of a text that the user should be able to check and change.
public struct ReadingNote: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A symbol or noun that several currencies share was read as one of them.
    case symbolRead(as: Currency, candidates: [Currency])
    /// One separator before exactly three digits was read as `value`, but could be `alternative`.
    case ambiguousNumber(value: Rational, alternative: Rational)
    /// Separators that the locale doesn't use, with only one possible meaning.
    case foreignSeparators(value: Rational)
    /// A number with a power of ten: 1e3, 2k, 1.5 million.
    case scaledNumber(value: Rational)
    /// A day relative to today, such as yesterday.
    case dayRead(Day)
    /// A number without a currency got the only one in its row.
    case currencyAssumed(Currency)
    /// A row of a pasted table without an amount, such as its headings.
    case rowSkipped
    /// Another amount of a pasted row was left out (a balance, a document number).
    case amountLeftOut
    /// A pasted amount in brackets was read as negative, as in bookkeeping.
    case bracketsAsMinus
  }

  public let kind: Kind
  /// UTF-8 bytes in the text.
  public let range: Range<Int>

  public init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// Another reading of a part of a text: replace that part with `replacement` and read again.
public struct ReadingAlternative: Hashable, Sendable {
  public enum Meaning: Hashable, Sendable {
    case number(Rational)
    case currency(Currency)
  }

  public let range: Range<Int>
  public let meaning: Meaning
  public let replacement: String

  /// `text` with this part replaced.
  public func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    guard range.upperBound <= bytes.count else { return text }
    return String(
      decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }
}
