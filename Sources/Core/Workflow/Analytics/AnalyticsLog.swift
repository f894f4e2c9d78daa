// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The strategy that keeps events on this machine, for the person alone to read.
public struct AnalyticsLog: AnalyticsStrategy {
  /// The newest so many are kept.
  public static let limit = 1000

  private let storage: UserDatabase
  private let member: @Sendable () async -> MemberID?

  /// `member`: whose use it is, so that it goes with their other data; nil without an account.
  public init(storage: UserDatabase, member: @escaping @Sendable () async -> MemberID?) {
    self.storage = storage
    self.member = member
  }

  public var id: String { "log" }

  public func take(_ tracked: TrackedEvent) async throws {
    try await storage.logAnalytics(tracked, of: await member()?.text ?? "", keeping: Self.limit)
  }

  /// The person wants it no more: nothing of it stays.
  public func withdraw() async throws(StorageError) { try await storage.clearAnalyticsLog() }
}
