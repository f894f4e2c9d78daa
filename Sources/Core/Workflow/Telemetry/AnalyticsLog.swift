// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

public struct AnalyticsLog: AnalyticsStrategy {
  public static let limit = 1000

  private let storage: UserDatabase
  private let member: @Sendable () async -> MemberID?

  /// Creates a log. `member`: returns the member whose data includes the events. Nil without an account.
  public init(storage: UserDatabase, member: @escaping @Sendable () async -> MemberID?) {
    self.storage = storage
    self.member = member
  }

  public var id: String { "log" }

  public func record(_ tracked: TrackedEvent) async throws {
    try await storage.logAnalytics(tracked, of: await member()?.text ?? "", keeping: Self.limit)
  }

  public func withdraw() async throws(StorageError) { try await storage.clearAnalyticsLog() }
}
