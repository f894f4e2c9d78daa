// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

public struct MovedAddress: Hashable, Sendable {
  public let provider: ProviderID
  /// The URL that the provider declares or the user entered.
  public let source: String
  public let target: String
  public let noted: Timestamp
  /// Whether the new URL is used. False if the user's key would go to another host.
  public let isUsed: Bool

  public init(provider: ProviderID, source: String, target: String, noted: Timestamp, isUsed: Bool) {
    self.provider = provider
    self.source = source
    self.target = target
    self.noted = noted
    self.isUsed = isUsed
  }
}

extension RatesSchema {
  static let addMoves = """
    CREATE TABLE moved (
      provider TEXT NOT NULL,
      source TEXT NOT NULL,
      target TEXT NOT NULL,
      noted_ms INTEGER NOT NULL,
      is_used INTEGER NOT NULL,
      PRIMARY KEY (provider, source)
    ) WITHOUT ROWID
    """
}

extension RatesDatabase {
  public func movedAddresses() async throws(StorageError) -> [MovedAddress] {
    try await file.rows("SELECT * FROM moved ORDER BY provider, source", as: MovedAddress.init)
  }

  public func movedAddress(of provider: ProviderID, from source: String) async throws(StorageError) -> MovedAddress? {
    try await file.rows(
      "SELECT * FROM moved WHERE provider = ? AND source = ?", [provider.name, source], as: MovedAddress.init
    ).first
  }

  public func remember(_ move: MovedAddress) async throws(StorageError) {
    try await file.execute(
      "INSERT OR REPLACE INTO moved (provider, source, target, noted_ms, is_used) VALUES (?, ?, ?, ?, ?)",
      [move.provider.name, move.source, move.target, move.noted.milliseconds, move.isUsed])
  }

  public func forgetMoves(of provider: ProviderID) async throws(StorageError) {
    try await file.execute("DELETE FROM moved WHERE provider = ?", [provider.name])
  }

  public func forgetMove(of provider: ProviderID, from source: String) async throws(StorageError) {
    try await file.execute("DELETE FROM moved WHERE provider = ? AND source = ?", [provider.name, source])
  }
}

extension MovedAddress {
  fileprivate init(_ row: Row) throws {
    try self.init(
      provider: ProviderID(row.column("provider")), source: row.column("source"), target: row.column("target"),
      noted: Timestamp(milliseconds: row.column("noted_ms")), isUsed: row.column("is_used"))
  }
}
