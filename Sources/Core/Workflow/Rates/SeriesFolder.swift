// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
public import KursItems
public import KursModel

public struct SeriesFolder: Sendable {
  private let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Reads all files. `chosen`: the user's own providers in use, which count as damaged if the folder can't be read.
  public func read(chosen: [ProviderID] = []) -> (whole: [OwnSeries], damaged: Set<ProviderID>) {
    let ids = ProviderID.described(in: path, chosen)
    let whole = ids.compactMap(series)
    return (whole, Set(ids).subtracting(whole.map(\.id)))
  }

  private func series(_ id: ProviderID) -> OwnSeries? {
    (try? WholeFile.bytes(of: file(id, "json"), limit: 1 << 16)).flatMap { OwnSeries(id: id, $0) }
  }

  /// Returns the stored table. Nil if it doesn't exist. Throws `.damagedSeries` if it has changed since its import.
  func table(of id: ProviderID) throws(RatesFailure) -> [UInt8]? {
    let tables = ["csv", "csv.new"].compactMap { try? WholeFile.bytes(of: file(id, $0), limit: Self.limit) }
    if tables.isEmpty { return nil }
    let series = series(id)
    guard let whole = tables.first(where: { series?.isWhole($0) == true }) else { throw .damagedSeries(id) }  // guards S33: series?.isWhole($0) == true => true
    return whole
  }

  /// Writes the table as a second file. The old file is used until the JSON file has the checksum of the new table.
  func write(_ series: OwnSeries, _ table: [UInt8]) throws(FileFailure) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try WholeFile.write(table, to: file(series.id, "csv.new"), for: .user)
    try WholeFile.write(series.bytes, to: file(series.id, "json"), for: .user)
    // If the renaming fails, the table is read as `csv.new`.
    rename(file(series.id, "csv.new"), file(series.id, "csv"))
  }

  func remove(_ id: ProviderID) {
    for kind in ["json", "csv", "csv.new"] { try? FileManager.default.removeItem(atPath: file(id, kind)) }
  }

  static let limit = 32 << 20

  private func file(_ id: ProviderID, _ kind: String) -> String { "\(path)/\(id.name).\(kind)" }
}
