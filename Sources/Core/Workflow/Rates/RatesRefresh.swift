// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursLocalCache
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// Asks a provider for what is missing since the newest stored day; what is stored stays whatever happens.
  ///
  /// `address`: another server than the provider's own. Touches the network.
  @discardableResult
  public func refresh(
    _ id: ProviderID, address: String? = nil
  ) async throws(RatesFailure) -> IntakeProgress {
    guard let items = items[id], let endpoints = ProviderEndpoints.all.first(where: { $0.id == id.name }) else {
      throw .unknownProvider(id.name)
    }
    let stored = try? await table(of: id, on: nil).newest
    let command = endpoints.command(closing: stored.map { clock().day - $0 })
    let answer: APIClient.Answer
    do {
      answer = try await client().send(command, to: address ?? endpoints.address)
    } catch {
      throw .api(provider: id, error)
    }
    let new = documents.describe(
      answer.body, of: id, command: command.name, request: command.path, origin: .download, fetched: clock(),
      lifetime: 86_400_000)
    let progress = try await takeUp(new) { () throws(ItemError) in try items.read(answer.body, answer.value) }
    if let newest = progress.changed > 0 ? progress.downTo : nil {
      announce(.newest(provider: id, newest))
    }
    return progress
  }

  /// Refreshes unless the provider was asked within the last hour or its rates of today are in.
  public func refreshIfDue(_ id: ProviderID) async throws(RatesFailure) {
    let documents: [StoredDocument]
    do { documents = try await database.documents(of: id) } catch { throw .storage(error) }
    let asked = documents.filter { $0.origin == .download }.map(\.checked).max()
    if let asked, clock().milliseconds - asked.milliseconds < 3_600_000 { return }
    if let newest = try? await table(of: id, on: nil).newest, newest >= clock().day { return }
    try await refresh(id)
  }

  /// Takes up a file of the provider that the person has; throws `.fileNotReadable` where it cannot be read.
  @discardableResult
  public func importFile(_ path: String, of id: ProviderID) async throws(RatesFailure) -> IntakeProgress {
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    let bytes = try Self.contents(of: path)
    let new = documents.describe(
      bytes, of: id, command: "file", request: path, origin: .import, fetched: clock(), lifetime: nil)
    return try await takeUp(new) { () throws(ItemError) in try items.read(bytes, nil) }
  }
}
