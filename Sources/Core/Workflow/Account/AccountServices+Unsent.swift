// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
public import KursStorage

// Unsent changes of a member whom the server signed out, and what an earlier member of the same address had here.
extension AccountServices {
  /// How many changes of whoever's data shows wait for the person's word.
  public func keptUnsent() async -> Int {
    guard let member = await account.state.member else { return 0 }
    return (try? await objects.database.keptUnsent(of: member.id)) ?? 0
  }

  /// Makes them the member's again; they are sent with the next sync.
  public func takeUpUnsent() async throws(StorageError) {
    guard let member = await account.state.member else { return }
    let kinds = try await objects.database.takeUpUnsent(of: member.id)
    let earlier = try await objects.database.earlierMembers(of: member.id)
    for id in earlier { await account.forgetEarlier(id) }
    await objects.announce(kinds.map { .objects($0) } + (earlier.isEmpty ? [] : [.history, .recentCurrencies]))
    await sync.ask()
  }

  /// Deletes them for good.
  public func discardUnsent() async throws(StorageError) {
    guard let member = await account.state.member else { return }
    try await objects.database.discardUnsent(of: member.id)
    for id in try await objects.database.earlierMembers(of: member.id) { await account.forgetEarlier(id) }
  }
}
