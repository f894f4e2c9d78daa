// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
public import KursItems
import KursModel

public struct SeriesFolder: Sendable {
  private let path: String

  public init(_ path: String) {
    self.path = path
  }

  var all: [OwnSeries] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap { name in
      guard name.hasSuffix(".json"), let id = ProviderID(name: String(name.dropLast(5))),
        let bytes = try? WholeFile.bytes(of: file(id, "json"), limit: 1 << 16)
      else { return nil }
      return OwnSeries(id: id, bytes)
    }
  }

  public var items: [ProviderDefinition] { all.map(ProviderDefinition.series) }

  func table(of id: ProviderID) -> [UInt8]? { try? WholeFile.bytes(of: file(id, "csv"), limit: Self.limit) }

  /// The table is written first, because a series without a table would appear empty.
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
