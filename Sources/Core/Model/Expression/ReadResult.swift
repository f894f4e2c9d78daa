// SPDX-License-Identifier: GPL-3.0-or-later

public struct ReadResult: Hashable, Sendable {
  public let text: String
  public let calculation: Calculation
  public let targets: [Currency]
  /// The rates that the text states. They apply to this text only.
  public let rates: [CustomRate]
  public let notes: [ReadingNote]
  public let alternatives: [ReadingAlternative]
  /// Errors that belong to no line, such as an unknown target currency.
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
    /// An amount was in a subunit, such as cents. `share` is the value of one subunit in the currency.
    case subunitRead(as: Currency, share: Rational, candidates: [Currency])
    /// A number such as 1.234 has three digits after its only separator, which could mean thousands or decimals.
    case ambiguousNumber(value: Rational, alternative: Rational)
    /// A number has the separators of another locale, but only one possible value.
    case foreignSeparators(value: Rational)
    /// A number has a power of ten, such as 1e3, 2k or 1.5 million.
    case scaledNumber(value: Rational)
    case dayRead(Day)
    /// A day written after the last amount also applies to the amounts before it.
    case dayShared(Day)
    /// A number without a currency got the only currency in its row.
    case currencyAssumed(Currency)
    case rowSkipped(RowFault)
    /// A row that names a total was left out, but its amount isn't the sum of the rows above.
    case totalDiffers(Rational, sum: Rational)
    /// A row that names a total counts as an amount, because it isn't the sum of other rows.
    case totalCounted
    case ambiguousDay(Day, alternative: Day)
    case dashIgnored
    case amountLeftOut
    case bracketsAsMinus
    /// Brackets around an amount in a sum weren't read as a minus.
    case bracketsIgnored
  }

  public enum RowFault: Hashable, Sendable {
    case noAmount
    case total
    case balance
    /// The row is a net amount, a payment or an included tax. The rows above already contain its amount.
    case repeated
    /// The row says how much was saved, as in "You saved $5.00".
    case saving
    /// The row is an old price, as in "Was $50", and a row with the new price follows.
    case oldPrice
    case unreadable(CalculationError.Reason)
    case notBooked(String)
  }

  public let kind: Kind
  /// The position of the text that the note is about, in UTF-8 bytes of the whole text.
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

/// Another possible meaning of a part of the text. The user chooses it by replacing that part with `replacement`.
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
