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
    try await objects.recentCurrencies()
  }

  /// The list now and after each choice.
  public func lists() async -> AsyncStream<[Currency]> {
    await objects.values(of: .recentCurrencies) { [objects] () async throws(StorageError) in
      try await objects.recentCurrencies()
    }
  }

  public func chosen(_ currency: Currency) async throws(StorageError) {
    try await objects.database.noteRecent(currency, of: await objects.member)
    await objects.announce([.recentCurrencies])
  }
}

extension PersonObjects {
  fileprivate func recentCurrencies() async throws(StorageError) -> [Currency] {
    try await database.recentCurrencies(of: member, limit: RecentCurrencies.limit)
  }
}
