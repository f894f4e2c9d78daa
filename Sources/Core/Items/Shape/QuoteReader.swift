// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// Parses a provider's document in pieces, newest days first, so that these can be used first.
public protocol QuoteReader {
  /// The next, older batch; nil at the end.
  mutating func next() throws(ItemError) -> QuoteBatch?

  /// The part of the document that was read, in thousandths.
  var permille: Int { get }
}

/// A document small enough for one batch.
public struct WholeDocument: QuoteReader {
  private var batch: QuoteBatch?

  public init(_ batch: QuoteBatch) {
    self.batch = batch
  }

  public mutating func next() -> QuoteBatch? {
    defer { batch = nil }
    return batch
  }

  public var permille: Int { batch == nil ? 1000 : 0 }
}

/// Why a document of a provider was refused.
public enum ItemError: Error, Hashable, Sendable {
  /// Not the expected kind of file (an error page, another archive).
  case foreign
  /// It ends too early.
  case truncated
  /// Its checksum or compression is wrong.
  case damaged
  /// More than the stated limit in bytes after decompression.
  case tooLarge(limit: Int)
  /// The right kind, but without rates.
  case empty
  /// An unreadable place. `place`: a line number, a JSON pointer or an element's path.
  case unreadable(place: String, found: String, expected: Expected = .any)
  /// The source itself reports an error, with its message.
  case refusedBySource(String)

  /// The expected value at an unreadable place.
  public enum Expected: String, Hashable, Sendable, CaseIterable {
    case rate, rates, day, currency, pair, unit, text, number
    /// One value per pair and day.
    case oneRate
    /// Days in descending order.
    case earlierDay
    /// The provider's own currency, which all of its rates contain.
    case home
    /// Well-formed XML.
    case markup
    /// A row with the same columns as the table's first one.
    case table
    /// Any part of a document of rates.
    case any
  }
}

extension PublishedNumber {
  /// The exact middle of two published rates. 0 if one of them is 0, because then there is none.
  init?(middleOf buying: String, and selling: String) {
    guard let low = PublishedNumber(quoted: buying), let high = PublishedNumber(quoted: selling) else { return nil }
    guard low.coefficient > 0, high.coefficient > 0 else {
      self.init(coefficient: 0, scale: 0)
      return
    }
    self.init(halfwayBetween: low, and: high)
  }

  /// (a + b) / 2, exactly. Half a unit in the last place needs one more decimal. Nil on overflow.
  init?(halfwayBetween a: PublishedNumber, and b: PublishedNumber) {
    guard let scale = UInt8(exactly: Int(max(a.scale, b.scale)) + 1), scale <= 40,
      let x = a.coefficient(atScale: scale), let y = b.coefficient(atScale: scale)
    else { return nil }
    let (sum, lost) = x.addingReportingOverflow(y)
    guard !lost else { return nil }
    let half = sum / 2
    // Both are multiples of ten, so their sum is even. A trailing zero is not written.
    self = half % 10 == 0 ? Self(coefficient: half / 10, scale: scale - 1) : Self(coefficient: half, scale: scale)
  }

  private func coefficient(atScale wanted: UInt8) -> UInt64? {
    var value = coefficient
    for _ in scale..<wanted {
      let (next, lost) = value.multipliedReportingOverflow(by: 10)
      guard !lost else { return nil }
      value = next
    }
    return value
  }
}
