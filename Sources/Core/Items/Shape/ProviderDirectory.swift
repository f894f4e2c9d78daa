// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

/// A provider and how its documents are read.
public struct ProviderItems: Sendable {
  public let provider: Provider
  /// Reads any document of the provider; the JSON is there where the command has a schema.
  public let read: @Sendable ([UInt8], JSONValue?) throws(ItemError) -> any QuoteReader

  /// Every provider Kurs can read.
  public static let all: [ProviderItems] = [.ecb, .frankfurter]
}
