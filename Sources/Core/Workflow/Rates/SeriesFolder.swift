// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
public import KursItems
public import KursModel

public struct SeriesFolder: Sendable {
  private let path: String

  public init(_ path: String) {
    self.path = path
  }

  public func read() -> (whole: [OwnSeries], damaged: Set<ProviderID>) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let ids = names.sorted().compactMap { name in
      name.hasSuffix(".json") ? ProviderID(name: String(name.dropLast(5))) : nil
    }
    let whole = ids.compactMap(series)
    return (whole, Set(ids).subtracting(whole.map(\.id)))
  }

  private func series(_ id: ProviderID) -> OwnSeries? {
    (try? WholeFile.bytes(of: file(id, "json"), limit: 1 << 16)).flatMap { OwnSeries(id: id, $0) }
  }

  /// Returns nil without a table. Throws `.damagedSeries` if the table differs from the imported one.
  func table(of id: ProviderID) throws(RatesFailure) -> [UInt8]? {
    guard let bytes = try? WholeFile.bytes(of: file(id, "csv"), limit: Self.limit) else { return nil }
    guard series(id)?.isWhole(bytes) == true else { throw .damagedSeries(id) }
    return bytes
  }

  /// Writes the table first, because a series without a table would appear empty.
  func write(_ series: OwnSeries, _ table: [UInt8]) throws(FileFailure) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try WholeFile.write(table, to: file(series.id, "csv"), for: .user)
    try WholeFile.write(series.bytes, to: file(series.id, "json"), for: .user)
  }

  func remove(_ id: ProviderID) {
    for kind in ["json", "csv"] { try? FileManager.default.removeItem(atPath: file(id, kind)) }
  }

  static let limit = 32 << 20

  private func file(_ id: ProviderID, _ kind: String) -> String { "\(path)/\(id.name).\(kind)" }
}
