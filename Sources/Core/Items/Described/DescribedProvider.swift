// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

/// A provider that a file describes: who it is, where it is asked, and where its answers have what.
public struct DescribedProvider: Sendable {
  /// Bytes of such a file.
  public static let limit = 1 << 16

  public let id: ProviderID
  /// The file as it was written, to be kept and given on.
  public let bytes: [UInt8]
  let name: String
  let home: Currency
  let address: String
  let key: KeyPlacement
  let latest: [Command]
  let days: (command: Command, atOnce: Int)?
  let history: Command?
  let firstDay: Day
  let carryLimit: Int
  let publication: Publication
  let terms: String
  let layout: DescribedLayout

  private var endpoints: ProviderEndpoints {
    ProviderEndpoints(
      address: address, key: key, latest: latest,
      span: days.map { ProviderEndpoints.Span(command: $0.command, days: $0.atOnce) }, history: history)
  }

  /// Asked, read and guarded as those that come with Kurs are.
  public var items: ProviderItems {
    let provider = Provider(
      id: id, publisher: name, home: home, firstDay: firstDay, carryLimit: carryLimit, terms: terms,
      attribution: name, direction: layout.direction,
      basis: layout.values[.middle] == nil ? .midOfBuyingAndSelling : .published, publication: publication)
    return ProviderItems(provider: provider, forms: [layout.format.form], asked: endpoints) {
      [layout] document throws(ItemError) in
      var rows = QuoteRows(provider)
      try layout.read(document, into: &rows)
      return WholeDocument(try rows.batch())
    }
  }
}
