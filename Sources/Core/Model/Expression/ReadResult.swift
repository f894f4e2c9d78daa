// SPDX-License-Identifier: GPL-3.0-or-later

public struct ReadResult: Hashable, Sendable {
  public let text: String
  public let calculation: Calculation
  public let targets: [Currency]
  /// The rates in the text. They apply to this text only.
  public let rates: [CustomRate]
  public let notes: [ReadingNote]
  public let alternatives: [ReadingAlternative]
  /// Errors outside lines, such as an unknown target.
  public let problems: [CalculationError]

  /// All errors in the order of the text. Their positions count from the start of the text.
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

public struct ReadingNote: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case symbolRead(as: Currency, candidates: [Currency])
    /// An amount was in a subunit. One subunit is `share` of the currency.
    case subunitRead(as: Currency, share: Rational, candidates: [Currency])
    /// A separator comes before exactly three digits, as in 1.234.
    case ambiguousNumber(value: Rational, alternative: Rational)
    /// The separators aren't the locale's, but have only one meaning.
    case foreignSeparators(value: Rational)
    /// A number has a power of ten, such as 1e3, 2k or 1.5 million.
    case scaledNumber(value: Rational)
    case dayRead(Day)
    /// The day after the last amount also applies to amounts before it.
    case dayShared(Day)
    /// A number without a currency got the only currency in its row.
    case currencyAssumed(Currency)
    case rowSkipped(RowFault)
    /// The row of a total was left out, but its amount isn't the sum of the rows above.
    case totalDiffers(Rational, sum: Rational)
    /// A row with the name of a total counts, because its amount isn't the sum of other rows.
    case totalCounted
    case ambiguousDay(Day, alternative: Day)
    case dashIgnored
    case amountLeftOut
    case bracketsAsMinus
  }

  public enum RowFault: Hashable, Sendable {
    case noAmount
    case total
    case balance
    /// The row is a net amount, a payment or an included tax. The rows above already contain it.
    case repeated
    case unreadable(CalculationError.Reason)
    case notBooked(String)
  }

  public let kind: Kind
  /// The range in UTF-8 bytes of the text.
  public let range: Range<Int>

  public init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

extension ReadingNote {
  var isAmbiguousNumber: Bool { if case .ambiguousNumber = kind { true } else { false } }
  var isForeignNumber: Bool { if case .foreignSeparators = kind { true } else { false } }
}

extension NumberReading {
  func note(at range: Range<Int>) -> ReadingNote? {
    if let alternative { return ReadingNote(.ambiguousNumber(value: value, alternative: alternative), at: range) }
    if isScaled { return ReadingNote(.scaledNumber(value: value), at: range) }
    return isForeign ? ReadingNote(.foreignSeparators(value: value), at: range) : nil
  }
}

/// Another meaning of a part of the text. The user chooses it by replacing the part with `replacement`.
public struct ReadingAlternative: Hashable, Sendable {
  public enum Meaning: Hashable, Sendable {
    case number(Rational)
    case currency(Currency)
    case day(Day)
    /// The number of a column, counted from 1.
    case column(Int)
  }

  public let range: Range<Int>
  public let meaning: Meaning
  public let replacement: String

  public init(range: Range<Int>, meaning: Meaning, replacement: String) {
    (self.range, self.meaning, self.replacement) = (range, meaning, replacement)
  }

  public func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    guard range.upperBound <= bytes.count else { return text }
    return String(
      decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }
}
