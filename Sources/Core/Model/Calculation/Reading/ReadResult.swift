// SPDX-License-Identifier: GPL-3.0-or-later

/// The reading of a typed or pasted text.
public struct ReadResult: Hashable, Sendable {
  /// As it came.
  public let text: String
  public let calculation: Calculation
  /// The currencies asked for after "in", "to", an arrow or an equals sign.
  public let targets: [Currency]
  /// The rates that were typed along, which count for this text alone.
  public let rates: [CustomRate]
  public let notes: [ReadingNote]
  /// The other readings of ambiguous numbers and shared symbols, in the order of the text.
  public let alternatives: [ReadingAlternative]
  /// Faults outside of lines: an unknown or missing target; a line holds its own.
  public let problems: [CalculationError]

  /// All that is wrong, in the order of the text, positions counted from its start.
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

/// Something about how a text was read that the person should be able to see and to change.
public struct ReadingNote: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A symbol or noun that several currencies share was taken for one of them.
    case symbolRead(as: Currency, candidates: [Currency])
    /// One separator before exactly three digits: read as `value`, could be `alternative`.
    case ambiguousNumber(value: Rational, alternative: Rational)
    /// Separators that the locale does not use, in the one way they can be meant.
    case foreignSeparators(value: Rational)
    /// A number with a power of ten behind it: 1e3, 2k, 1.5 million.
    case scaledNumber(value: Rational)
    /// A day that depends on when it is read: yesterday.
    case dayRead(Day)
    /// A number without a currency got the only one that its row names.
    case currencyAssumed(Currency)
    /// A row of a pasted table without an amount, such as its headings.
    case rowSkipped
    /// A pasted row has more amounts (a balance, a number of a document); this one was left out.
    case amountLeftOut
    /// A pasted amount in brackets, as bookkeepers write minus.
    case bracketsAsMinus
  }

  public let kind: Kind
  /// UTF-8 bytes in the text that was read.
  public let range: Range<Int>

  public init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// Another way to read a piece of a text, one step away: put `replacement` in its place and read again.
public struct ReadingAlternative: Hashable, Sendable {
  public enum Meaning: Hashable, Sendable {
    case number(Rational)
    case currency(Currency)
  }

  public let range: Range<Int>
  public let meaning: Meaning
  public let replacement: String

  /// `text` with this piece of it read the other way.
  public func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    guard range.upperBound <= bytes.count else { return text }
    return String(
      decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }
}
