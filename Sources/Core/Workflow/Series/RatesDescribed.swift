// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursItems
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// Takes the provider that a file describes among the others, in place of an earlier one of that name.
  ///
  /// Throws `ProviderFileFault`, `FileFailure` and `RatesFailure`; nothing has changed then.
  @discardableResult
  public func addProvider(from path: String) async throws -> Provider {
    let described = try ProviderFolder.read(path)
    guard let folder = descriptions, items[described.id].map(\.endpoints.isDescribed) ?? true else {
      throw ProviderFileFault(.identifier, at: "/id")
    }
    let isNew = folder.bytes(of: described.id) != described.bytes
    try folder.write(described)
    set(described.items, for: described.id)
    // Numbers that were read by another file may mean something else by this one.
    if isNew { try await wipe(described.id) }  // guards S23
    announce(.orderChanged)
    return described.items.provider
  }

  /// Deletes a described provider and its rates; false where there is none of that name.
  public func removeProvider(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard let folder = descriptions, items[id]?.endpoints.isDescribed == true else { return false }
    folder.remove(id)
    set(nil, for: id)
    try await wipe(id)
    announce(.orderChanged)
    return true
  }

  /// The file that describes a provider, to be given on; nil for one that comes with Kurs.
  public func file(of id: ProviderID) -> [UInt8]? {
    items[id]?.endpoints.isDescribed == true ? descriptions?.bytes(of: id) : nil
  }

  /// Those that files describe, by name.
  public var describedProviders: [Provider] {
    items.values.filter(\.endpoints.isDescribed).map(\.provider).sorted { $0.id < $1.id }
  }

  /// The address of a provider, whether Kurs or a file declares it.
  public func endpoints(of id: ProviderID) -> ProviderEndpoints? {
    items[id]?.endpoints ?? ProviderItems.endpoints(of: id)
  }

  /// The quotes that a file reads in an answer, each with day and pair, without the network.
  ///
  /// Throws as `addProvider` does, and `RatesFailure.document` for an answer of another form.
  public nonisolated func reading(of answer: String, by path: String, on day: Day) throws -> [QuoteBatch] {
    let described = try ProviderFolder.read(path)
    let bytes = try Self.contents(of: answer)
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
