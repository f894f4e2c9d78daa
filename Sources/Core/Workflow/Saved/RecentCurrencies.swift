// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The currencies chosen last on this machine.
public struct RecentCurrencies: Sendable {
  /// How many are shown.
  public static let limit = 8
  private let objects: PersonObjects

  public init(of objects: PersonObjects) {
    self.objects = objects
  }

  /// Newest first.
  public func currencies() async throws(StorageError) -> [Currency] {
    try await objects.database.recentCurrencies(of: await objects.member, limit: Self.limit)
  }

  public func chosen(_ currency: Currency) async throws(StorageError) {
    try await objects.database.noteRecent(currency, of: await objects.member)
    await objects.announce([.recentCurrencies])
  }
}
