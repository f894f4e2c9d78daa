// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
public import KursModel
import KursStorage

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
