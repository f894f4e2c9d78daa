// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The strategy that stores events on this machine for the user to read.
public struct AnalyticsLog: AnalyticsStrategy {
  /// The newest 1,000 events are kept.
  public static let limit = 1000

  private let storage: UserDatabase
  private let member: @Sendable () async -> MemberID?

  /// `member`: the owner, so that the events are deleted with their other data; nil without an account.
  public init(storage: UserDatabase, member: @escaping @Sendable () async -> MemberID?) {
    self.storage = storage
    self.member = member
  }

  public var id: String { "log" }

  public func take(_ tracked: TrackedEvent) async throws {
    try await storage.logAnalytics(tracked, of: await member()?.text ?? "", keeping: Self.limit)
  }

  /// Deletes the whole log, because the consent ended.
  public func withdraw() async throws(StorageError) { try await storage.clearAnalyticsLog() }
}
