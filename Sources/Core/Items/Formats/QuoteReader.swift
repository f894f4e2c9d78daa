// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// Parses a response in batches, newest days first. So Kurs can use the newest rates before the rest is read.
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
  /// The bytes are a kind of file that the parser can't read.
  case foreign
  case page
  case truncated
  case damaged
  case tooLarge(limit: Int)
  case empty
  /// A value is unreadable. `place` is a line number, a JSON pointer or an element's path.
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
  /// Calculates the exact middle of two rates, or 0 if one is 0 (an invalid rate). Nil for other text, or on overflow.
  init?(middleOf buying: String, and selling: String) {
    guard let low = PublishedNumber(quoted: buying), let high = PublishedNumber(quoted: selling) else { return nil }
    guard low.coefficient > 0, high.coefficient > 0 else {
      self.init(coefficient: 0, scale: 0)
      return
    }
    self.init(halfwayBetween: low, and: high)
  }

  /// Calculates (a + b) / 2 exactly, if needed with one more decimal. Nil on overflow.
  init?(halfwayBetween a: PublishedNumber, and b: PublishedNumber) {
    guard let scale = UInt8(exactly: Int(max(a.scale, b.scale)) + 1), scale <= 40,
      let x = a.coefficient(atScale: scale), let y = b.coefficient(atScale: scale)
    else { return nil }
    let (sum, lost) = x.addingReportingOverflow(y)
    guard !lost else { return nil }
    let half = sum / 2
    // The scale has an extra decimal, so the sum of the coefficients is even. A trailing zero is removed again.
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
