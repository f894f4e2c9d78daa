// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
public import KursItems
public import KursModel

public struct ProviderFolder: Sendable {
  static let most = 100

  private let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Reads all files. `chosen`: the user's own providers in use, which count as damaged if the folder can't be read.
  public func read(chosen: [ProviderID] = []) -> (whole: [ProviderDefinition], damaged: Set<ProviderID>) {
    let ids = ProviderID.described(in: path, chosen).prefix(Self.most)
    let whole = ids.compactMap(described)
    return (whole.map(\.items), Set(ids).subtracting(whole.map(\.id)))
  }

  private func described(_ id: ProviderID) -> DescribedProvider? {
    guard let content = bytes(of: id), let described = try? DescribedProvider(content), described.id == id else {
      return nil
    }
    // A file without a checksum is accepted, because an older Kurs wrote no checksums.
    guard let sum = try? WholeFile.bytes(of: sumFile(id), limit: DescribedProvider.limit) else { return described }
    return sum == described.sum ? described : nil  // guards S27: sum == described.sum => true
  }

  func holds(_ id: ProviderID) -> Bool { FileManager.default.fileExists(atPath: file(id)) }

  /// Reads a user's file that defines a provider. Throws `ProviderFileFault` if the file is too long or invalid.
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
    // The old checksum is removed first, so that the file doesn't seem damaged if the program crashes while writing.
    try? FileManager.default.removeItem(atPath: sumFile(described.id))
    try WholeFile.write(described.bytes, to: file(described.id), for: .user)
    try WholeFile.write(described.sum, to: sumFile(described.id), for: .user)
  }

  func remove(_ id: ProviderID) {
    for file in [file(id), sumFile(id)] { try? FileManager.default.removeItem(atPath: file) }
  }

  private func sumFile(_ id: ProviderID) -> String { "\(path)/\(id.name).sum" }

  private func file(_ id: ProviderID) -> String { "\(path)/\(id.name).json" }
}

extension ProviderID {
  /// Returns the sorted ids of the `.json` files in a folder. Returns `chosen` if an existing folder can't be read.
  static func described(in folder: String, _ chosen: [ProviderID]) -> [ProviderID] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
        name.hasSuffix(".json") ? ProviderID(name: String(name.dropLast(5))) : nil
      }
    } catch {
      return FileManager.default.fileExists(atPath: folder) ? chosen.sorted { $0.name < $1.name } : []
    }
  }
}
