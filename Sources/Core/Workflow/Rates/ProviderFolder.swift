// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
public import KursItems
import KursModel

public struct ProviderFolder: Sendable {
  static let most = 100

  private let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// The usable providers, by name. A broken file is skipped.
  var all: [DescribedProvider] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().prefix(Self.most).compactMap { name in
      guard let bytes = try? WholeFile.bytes(of: "\(path)/\(name)", limit: DescribedProvider.limit),
        let described = try? DescribedProvider(bytes), "\(described.id.name).json" == name
      else { return nil }
      return described
    }
  }

  public var items: [ProviderDefinition] { all.map(\.items) }

  /// Reads the provider that a user's file describes. Throws `.shorter` and `.json` if it isn't such a file.
  static func read(_ path: String) throws -> DescribedProvider {
    let bytes: [UInt8]
    do throws(WholeFile.ReadFault) { bytes = try WholeFile.bytes(of: path, limit: DescribedProvider.limit) } catch {
      if error == .tooLarge { throw ProviderFileFault(.shorter, at: "") }  // guards S23
      throw RatesFailure.fileNotReadable(path: path)
    }
    return try DescribedProvider(bytes)
  }

  func bytes(of id: ProviderID) -> [UInt8]? {
    try? WholeFile.bytes(of: file(id), limit: DescribedProvider.limit)
  }

  func write(_ described: DescribedProvider) throws(FileFailure) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try WholeFile.write(described.bytes, to: file(described.id), for: .user)
  }

  func remove(_ id: ProviderID) { try? FileManager.default.removeItem(atPath: file(id)) }

  private func file(_ id: ProviderID) -> String { "\(path)/\(id.name).json" }
}
