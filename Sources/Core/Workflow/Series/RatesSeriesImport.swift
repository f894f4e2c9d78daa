// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursLocalCache
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// Keeps a table as a provider of the person's own, in place of an earlier one of that name.
  ///
  /// Throws `FileFailure` where it cannot be written; nothing has changed then.
  @discardableResult
  public func keep(_ table: SeriesTable, as id: ProviderID, name: String) async throws -> Provider {
    guard let folder = series else { throw RatesFailure.unknownProvider(id.name) }
    let (series, bytes) = (table.series(id, name: name), table.bytes)
    try folder.write(series, bytes)
    set(.series(series), for: id)
    try await wipe(id)
    try await takeUp(series: id, bytes)
    announce(.orderChanged)
    return .series(series)
  }

  /// Deletes a series and its rates; false where there is none of that name.
  public func forgetSeries(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard let folder = series, items[id]?.endpoints.isNowhere == true else { return false }
    folder.remove(id)
    set(nil, for: id)
    try await wipe(id)
    announce(.orderChanged)
    return true
  }

  /// The series that there are; by name.
  public var ownSeries: [Provider] {
    items.values.filter(\.endpoints.isNowhere).map(\.provider).sorted { $0.id < $1.id }
  }

  /// Reads the kept table of a series whose rates are not stored, such as after their file was lost.
  func restoreSeries(of id: ProviderID) async throws(RatesFailure) -> Bool {
    guard items[id]?.endpoints.isNowhere == true, let bytes = series?.table(of: id) else { return false }  // guards S22: items[id]?.endpoints.isNowhere == true => false
    try await takeUp(series: id, bytes)
    return true
  }

  private func takeUp(series id: ProviderID, _ bytes: [UInt8]) async throws(RatesFailure) {
    guard let items = items[id] else { return }
    let new = documents.describe(
      bytes, of: id, command: "series", request: id.name, origin: .import, fetched: clock(), lifetime: nil)
    try await takeUp(new) { () throws(ItemError) in try items.read(SourceDocument(bytes: bytes)) }
  }

  func wipe(_ id: ProviderID) async throws(RatesFailure) {
    do { try await database.wipe(id) } catch { throw .storage(error) }
  }
}
