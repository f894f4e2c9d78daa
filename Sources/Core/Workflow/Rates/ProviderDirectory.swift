// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import KursAPI
public import KursItems
public import KursModel
import KursStorage
import Synchronization

/// Holds the providers that can be used: the providers of Kurs, of the user and of the team.
final class ProviderDirectory: Sendable {
  private struct State {
    var definitions: [ProviderID: ProviderDefinition]
    var damaged: Set<ProviderID>
  }

  private let state: Mutex<State>

  init(_ definitions: [ProviderDefinition], damaged: Set<ProviderID>) {
    let known = Dictionary(definitions.map { ($0.provider.id, $0) }, uniquingKeysWith: { first, _ in first })
    state = Mutex(State(definitions: known, damaged: damaged))
  }

  subscript(_ id: ProviderID) -> ProviderDefinition? { state.withLock { $0.definitions[id] } }

  var all: [ProviderDefinition] { state.withLock { Array($0.definitions.values) } }

  /// The user-defined series and providers with damaged files. Their rates are not used.
  var damaged: Set<ProviderID> { state.withLock(\.damaged) }

  func provider(_ id: ProviderID) throws(RatesFailure) -> Provider {
    if let definition = self[id] { return definition.provider }
    throw damaged.contains(id) ? RatesFailure.damagedSeries(id) : RatesFailure.unknownProvider(id.name)
  }

  func set(_ definition: ProviderDefinition, for id: ProviderID) {
    state.withLock {
      $0.definitions[id] = definition
      $0.damaged.remove(id)
    }
  }

  func remove(_ id: ProviderID) {
    state.withLock {
      $0.definitions[id] = nil
      $0.damaged.remove(id)
    }
  }

  func markDamaged(_ id: ProviderID) {
    state.withLock {
      $0.definitions[id] = nil
      $0.damaged.insert(id)
    }
  }
}

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

public struct UserProviders: Sendable {
  let folder: ProviderFolder?
  let importer: RatesImport

  private var directory: ProviderDirectory { importer.directory }

  /// Adds the provider that a file defines. Throws `ProviderFileFault`, `FileFailure` and `RatesFailure`.
  @discardableResult
  public func add(from path: String) async throws -> Provider {
    let described = try ProviderFolder.read(path)
    guard let folder, directory[described.id].map(\.endpoints.isDescribed) ?? true else {
      throw ProviderFileFault(.identifier, at: "/id")
    }
    let isNew = folder.bytes(of: described.id) != described.bytes
    try folder.write(described)
    directory.set(described.items, for: described.id)
    if isNew { try await importer.wipe(described.id) }
    importer.updates.send(.orderChanged)
    return described.items.provider
  }

  public func remove(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard let folder,
      directory[id]?.endpoints.isDescribed == true || directory.damaged.contains(id) && folder.holds(id)
    else { return false }
    folder.remove(id)
    try await importer.remove(id)
    return true
  }

  /// Returns the file that defines a provider. Nil for a provider that ships with Kurs.
  public func file(of id: ProviderID) -> [UInt8]? {
    directory[id]?.endpoints.isDescribed == true ? folder?.bytes(of: id) : nil
  }

  public var providers: [Provider] {
    directory.all.filter(\.endpoints.isDescribed).map(\.provider).sorted { $0.id < $1.id }
  }

  /// Reads the saved response in the file `answer` as the provider file `path` describes. Throws the errors of `add`.
  public func reading(of answer: String, by path: String, on day: Day) throws -> [QuoteBatch] {
    let described = try ProviderFolder.read(path)
    let bytes = try RatesImport.contents(of: answer)
    do {
      var reader = try described.items.read(SourceDocument(bytes: bytes, day: day))
      var batches: [QuoteBatch] = []
      while let batch = try reader.next() { batches.append(batch) }
      return batches
    } catch {
      throw RatesFailure.document(provider: described.id, error.shown(without: nil))
    }
  }
}
