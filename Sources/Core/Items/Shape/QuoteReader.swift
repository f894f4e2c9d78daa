// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A provider's document, read piece by piece: the newest days come first, so that they can be used first.
public protocol QuoteReader {
  /// The next batch, older than the one before; nil at the end.
  mutating func next() throws(ItemError) -> QuoteBatch?

  /// How much of the document has been read, 0…1.
  var progress: Double { get }
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

  public var progress: Double { batch == nil ? 1 : 0 }
}
