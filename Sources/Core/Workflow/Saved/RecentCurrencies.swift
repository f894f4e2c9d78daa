// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The currencies chosen last on this machine.
public actor RecentCurrencies {
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

  /// The list now and after each choice.
  public func lists() async -> AsyncStream<[Currency]> {
    await objects.values(of: .recentCurrencies) { [weak self] () async throws(StorageError) in
      try await self?.currencies() ?? []
    }
  }

  public func chosen(_ currency: Currency) async throws(StorageError) {
    try await objects.database.noteRecent(currency, of: await objects.member)
    await objects.announce([.recentCurrencies])
  }
}
