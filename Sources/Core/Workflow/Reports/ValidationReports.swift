// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursModel
public import KursStorage

/// Tells the account server of answers that Kurs had to refuse, if the person agreed: through the offline queue.
public actor ValidationReports {
  /// Decides whether and where reports are sent; asked for each refused answer.
  public struct Terms: Sendable {
    /// Whether the person agreed; off until then.
    public var isAgreed: @Sendable () -> Bool
    /// The account server, without a trailing slash; nil where there is none.
    public var server: @Sendable () -> String?
    /// The member; nil without an account.
    public var account: @Sendable () -> String?
    /// Bytes that the server takes in a report.
    public var limit: @Sendable () -> Int = { ValidationReport.longestBody }
  }

  /// The same fault is reported once a day, with how often it was met.
  static let span: Int64 = 86_400_000

  private let storage: UserDatabase
  private let queue: OfflineQueue
  private let version: String
  private let terms: Terms
  private let surroundings: QueueSurroundings

  public init(
    storage: UserDatabase, queue: OfflineQueue, version: String, terms: Terms, surroundings: QueueSurroundings
  ) {
    self.storage = storage
    self.queue = queue
    self.version = version
    self.terms = terms
    self.surroundings = surroundings
  }

  /// For the client whose answers are to be reported; never for the queue's own.
  public nonisolated var listener: RefusalListener {
    RefusalListener(clock: { [surroundings] in surroundings.clock().milliseconds }) { [weak self] refused in
      await self?.record(refused)
    }
  }

  /// Queues a report where one is due; a report that cannot be kept is no one's trouble.
  public func record(_ refused: RefusedAnswer) async {
    guard terms.isAgreed(), let server = terms.server() else { return }  // guards J11, Q10: terms.isAgreed() => true
    let parts = [refused.server, refused.command, refused.schema, refused.place, refused.keyword, version]
    let count = try? await storage.noteReported(
      parts.joined(separator: "\n"), at: surroundings.clock(), every: Self.span)
    guard let count else { return }
    let account = terms.account()
    let report = ValidationReport(
      refused, count: count, version: version, account: account.map { MemberID($0).onServer },
      time: Timestamp(milliseconds: refused.sent).utcText)
    // Kept under the member, so that it goes with the member's other data.
    _ = try? await queue.enqueue(
      ValidationReport.command, body: report.body(limit: terms.limit()), to: server, member: account ?? "")
  }

  /// The person no longer agrees: what was not sent yet never is.
  public func withdraw() async throws(StorageError) {
    try await storage.forgetReported()
    guard case .droppable(let resource) = ValidationReport.command.queueing else { return }
    try await queue.drop(resource: resource)
  }
}
