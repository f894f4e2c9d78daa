// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
import KursLocalCache
public import KursModel
import KursStorage

public struct UserSeries: Sendable {
  let folder: SeriesFolder?
  let importer: RatesImport

  private var directory: ProviderDirectory { importer.directory }

  /// Saves a table as the user's own provider, and replaces a provider of the same name. Throws `FileFailure`.
  @discardableResult
  public func save(_ table: SeriesTable, as id: ProviderID, name: String) async throws -> Provider {
    guard let folder else { throw RatesFailure.unknownProvider(id.name) }
    let bytes = table.bytes
    let series = table.series(id, name: name, bytes)
    // The old rates are removed first. So an interrupted import begins again with the table that was written last.
    try await importer.wipe(id)
    try folder.write(series, bytes)
    directory.set(.series(series), for: id)
    try await importer.wipe(id)
    try await importTable(of: id, bytes)
    importer.updates.send(.orderChanged)
    return .series(series)
  }

  public func remove(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard let folder, directory[id]?.endpoints.hasNoServer == true || directory.damaged.contains(id) else {
      return false
    }
    folder.remove(id)
    try await importer.remove(id)
    return true
  }

  public var providers: [Provider] {
    directory.all.filter(\.endpoints.hasNoServer).map(\.provider).sorted { $0.id < $1.id }
  }

  /// Imports a saved table again. Returns false if the table is missing or damaged.
  func restore(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard directory[id]?.endpoints.hasNoServer == true else { return false }  // guards S22: directory[id]?.endpoints.hasNoServer == true => false
    do {
      guard let bytes = try folder?.table(of: id) else { return false }
      try await importTable(of: id, bytes)
      return true
    } catch {
      guard error == .damagedSeries(id) else { throw error }
      // The damage isn't thrown, because other providers have rates. Windows show the damage beside these rates.
      directory.markDamaged(id)
      importer.updates.send(.damagedSeries(id))
      return false
    }
  }

  private func importTable(of id: ProviderID, _ bytes: [UInt8]) async throws(RatesFailure) {
    guard let items = directory[id] else { return }
    let new = importer.documents.describe(
      bytes, of: id, command: "series", request: id.name, origin: .import, fetched: importer.clock(), lifetime: nil)
    try await importer.importRates(new) { () throws(ItemError) in try items.read(SourceDocument(bytes: bytes)) }
  }
}
