// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// Parses a document in batches, newest first, so that the newest rates can be used first.
public protocol QuoteReader {
  mutating func next() throws(ItemError) -> QuoteBatch?

  var permille: Int { get }
}

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

public enum ItemError: Error, Hashable, Sendable {
  /// Another kind of file.
  case foreign
  case page
  case truncated
  case damaged
  case tooLarge(limit: Int)
  case empty
  /// `place` is a line number, a JSON pointer or an element's path.
  case unreadable(place: String, found: String, expected: Expected = .any)
  case refusedBySource(String)

  public enum Expected: String, Hashable, Sendable, CaseIterable {
    case rate, rates, day, currency, pair, unit, text, number
    case oneRate
    case earlierDay
    case home
    case markup
    case table
    case any
  }
}

extension PublishedNumber {
  /// The exact middle of two rates. 0 if one of them is 0, which is not a rate.
  init?(middleOf buying: String, and selling: String) {
    guard let low = PublishedNumber(quoted: buying), let high = PublishedNumber(quoted: selling) else { return nil }
    guard low.coefficient > 0, high.coefficient > 0 else {
      self.init(coefficient: 0, scale: 0)
      return
    }
    self.init(halfwayBetween: low, and: high)
  }

  /// (a + b) / 2, exactly. May need one more decimal. Nil on overflow.
  init?(halfwayBetween a: PublishedNumber, and b: PublishedNumber) {
    guard let scale = UInt8(exactly: Int(max(a.scale, b.scale)) + 1), scale <= 40,
      let x = a.coefficient(atScale: scale), let y = b.coefficient(atScale: scale)
    else { return nil }
    let (sum, lost) = x.addingReportingOverflow(y)
    guard !lost else { return nil }
    let half = sum / 2
    // Both are multiples of ten, so the sum is even. Removes a trailing zero.
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
