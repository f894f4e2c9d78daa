// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// A provider's document, read piece by piece: the newest days come first, so that they can be used first.
public protocol QuoteReader {
  /// The next batch, older than the one before; nil at the end.
  mutating func next() throws(ItemError) -> QuoteBatch?

  /// How much of the document has been read, in thousandths.
  var permille: Int { get }
}

/// A document small enough to come in one batch.
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

/// Why a document of a provider was not taken.
public enum ItemError: Error, Hashable, Sendable {
  /// Not the kind of file that was expected (an error page, another archive).
  case foreign
  /// It ends before it should.
  case truncated
  /// Its checksum or its compression says that it is damaged.
  case damaged
  /// More than the stated limit in bytes after decompression.
  case tooLarge(limit: Int)
  /// It has the right kind but no rate in it.
  case empty
  /// A place that could not be read; `place` is a line number, a JSON pointer or an element's path.
  case unreadable(place: String, found: String, expected: Expected = .any)
  /// The source itself reports an error, in its own word.
  case refusedBySource(String)

  /// The expected value at a place that could not be read.
  public enum Expected: String, Hashable, Sendable, CaseIterable {
    case rate, rates, day, currency, pair, unit, text, number
    /// A value for a pair and a day that has none yet.
    case oneRate
    /// Days that come newest first.
    case earlierDay
    /// The provider's own currency, in which all of its rates are.
    case home
    /// XML that is well formed.
    case markup
    /// A row as the table's first one has it.
    case table
    /// Any of what a document of rates consists of.
    case any
  }
}

extension PublishedNumber {
  /// The exact middle of two rates as they are written; 0 where one of them is, for then there is none.
  init?(middleOf buying: String, and selling: String) {
    guard let low = PublishedNumber(quoted: buying), let high = PublishedNumber(quoted: selling) else { return nil }
    guard low.coefficient > 0, high.coefficient > 0 else {
      self.init(coefficient: 0, scale: 0)
      return
    }
    self.init(halfwayBetween: low, and: high)
  }

  /// (a + b) / 2, exactly: half of a unit in the last place takes one more decimal. Nil where it does not fit.
  init?(halfwayBetween a: PublishedNumber, and b: PublishedNumber) {
    guard let scale = UInt8(exactly: Int(max(a.scale, b.scale)) + 1), scale <= 40,
      let x = a.coefficient(atScale: scale), let y = b.coefficient(atScale: scale)
    else { return nil }
    let (sum, lost) = x.addingReportingOverflow(y)
    guard !lost else { return nil }
    let half = sum / 2
    // Both are multiples of ten, so their sum is even; a needless last zero is not printed.
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
