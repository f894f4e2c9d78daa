// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

// A member's data after the account or session ended: it waits for the person's decision.
extension AccountServices {
  /// How many things wait.
  public func copiesAside() async -> Int { (try? await objects.database.copiesAside()) ?? 0 }

  /// Keeps them on this computer, without an account.
  public func keepCopies() async throws(StorageError) {
    let kinds = try await objects.database.keepCopiesAside()
    await objects.announce(kinds.map { .objects($0) } + [.history, .recentCurrencies])
  }

  /// Deletes them for good.
  public func discardCopies() async throws(StorageError) { try await objects.database.discardCopiesAside() }

  /// Deletes the account at the server; what it had here stays without it, or goes as well.
  public func deleteAccount(password: Secret?, keepingCopy: Bool) async throws(AccountCallFailure) {
    let member = await account.state.member
    try await account.deleteAccount(password: password)
    // Where this fails it stays aside, and is offered.
    if keepingCopy {
      try? await keepCopies()
    } else if let member {
      // What another account left here waits on.
      try? await objects.database.discardCopyAside(ofEnded: member.id)
    }
  }
}
