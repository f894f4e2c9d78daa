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
    /// An amount in a subunit such as pence, of which one is `share` of the currency; `candidates` as for symbols.
    case subunitRead(as: Currency, share: Rational, candidates: [Currency])
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
    /// A row of a pasted text that was left out.
    case rowSkipped(RowFault)
    /// A date that is of another day where day and month change places.
    case ambiguousDay(Day, alternative: Day)
    /// A dash between words and an amount, which was not read as a minus.
    case dashIgnored
    /// A pasted row has more amounts (a balance, a number of a document); this one was left out.
    case amountLeftOut
    /// A pasted amount in brackets, as bookkeepers write minus.
    case bracketsAsMinus
  }

  /// Why a row was left out.
  public enum RowFault: Hashable, Sendable {
    case noAmount
    /// The total of other rows, by its label or its amount.
    case total
    case unreadable(CalculationError.Reason)
  }

  public let kind: Kind
  /// UTF-8 bytes in the text that was read.
  public let range: Range<Int>

  public init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

extension NumberReading {
  /// The note about the number; nil for one that is written as the locale does.
  func note(at range: Range<Int>) -> ReadingNote? {
    if let alternative { return ReadingNote(.ambiguousNumber(value: value, alternative: alternative), at: range) }
    if isScaled { return ReadingNote(.scaledNumber(value: value), at: range) }
    return isForeign ? ReadingNote(.foreignSeparators(value: value), at: range) : nil
  }
}

/// Another way to read a piece of a text, one step away: put `replacement` in its place and read again.
public struct ReadingAlternative: Hashable, Sendable {
  public enum Meaning: Hashable, Sendable {
    case number(Rational)
    case currency(Currency)
    case day(Day)
    /// The amounts are in the column of this number, counted from 1.
    case column(Int)
  }

  public let range: Range<Int>
  public let meaning: Meaning
  public let replacement: String

  public init(range: Range<Int>, meaning: Meaning, replacement: String) {
    (self.range, self.meaning, self.replacement) = (range, meaning, replacement)
  }

  /// `text` with this piece of it read the other way.
  public func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    guard range.upperBound <= bytes.count else { return text }
    return String(
      decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }
}
