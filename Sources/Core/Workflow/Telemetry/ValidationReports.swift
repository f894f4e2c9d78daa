// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursModel
public import KursStorage
import Synchronization

public actor ValidationReports {
  public struct Terms: Sendable {
    public var isAgreed: @Sendable () -> Bool
    /// Returns the account server without a trailing slash. Nil if the user has no server.
    public var server: @Sendable () -> String?
    public var account: @Sendable () -> String?
    public var limit: @Sendable () -> Int = { ValidationReport.longestBody }
  }

  /// The milliseconds in which a repeated fault is reported only once. The report contains the number of repetitions.
  static let span: Int64 = 86_400_000

  private let storage: UserDatabase
  private let queue: OfflineQueue
  private let version: String
  private let terms: Terms
  private let environment: QueueEnvironment

  public init(
    storage: UserDatabase, queue: OfflineQueue, version: String, terms: Terms, environment: QueueEnvironment
  ) {
    self.storage = storage
    self.queue = queue
    self.version = version
    self.terms = terms
    self.environment = environment
  }

  /// The listener that reports refused responses of an API client. The queue's client must not use this listener.
  public nonisolated var listener: RefusalListener {
    RefusalListener(clock: { [environment] in environment.clock().milliseconds }) { [weak self] refused in
      await self?.record(refused)
    }
  }

  /// Queues a report if one is due. A report that can't be stored is discarded.
  public func record(_ refused: RefusedAnswer) async {
    guard terms.isAgreed(), let server = terms.server() else { return }  // guards J11, Q10: terms.isAgreed() => true
    let parts = [refused.server, refused.command, refused.schema, refused.place, refused.keyword, version]
    let count = try? await storage.noteReported(
      parts.joined(separator: "\n"), at: environment.clock(), every: Self.span)
    guard let count else { return }
    let account = terms.account()
    let report = ValidationReport(
      refused, count: count, version: version, account: account.map { MemberID($0).onServer },
      time: Timestamp(milliseconds: refused.sent).utcText)
    // The report belongs to the member, so that it is deleted together with the member's data.
    _ = try? await queue.enqueue(
      ValidationReport.command, body: report.body(limit: terms.limit()), to: server, member: account ?? "")
  }

  public func withdraw() async throws(StorageError) {
    try await storage.forgetReported()
    guard case .droppable(let resource) = ValidationReport.command.queueing else { return }
    try await queue.drop(resource: resource)
  }
}

public final class ReportConsent: Sendable {
  private struct State {
    var isAgreed = false
    /// Whether no settings were read yet. Without consent, the first read also deletes reports of an earlier run.
    var isFirst = true
    var chosenServer = ""
    var member: Member?
    var limit = ServiceLimits().report
  }

  private let state = Mutex(State())

  public init() {}

  /// The user's consent, and the server that receives reports: the member's server, or else the server in the settings.
  public var terms: ValidationReports.Terms {
    var terms = ValidationReports.Terms(
      isAgreed: { self.state.withLock { $0.isAgreed } },
      server: {
        self.state.withLock { state in
          guard let member = state.member else { return state.chosenServer.isEmpty ? nil : state.chosenServer }
          return member.server
        }
      }, account: { self.state.withLock { $0.member?.id.text } })
    terms.limit = { self.state.withLock { $0.limit } }
    return terms
  }

  /// Reads the user's consent. Returns whether waiting reports must be deleted, because consent is missing.
  func update(_ settings: Settings) -> Bool {
    state.withLock { state in
      let ends = (state.isAgreed || state.isFirst) && !settings.sendsReports
      state.isAgreed = settings.sendsReports
      state.isFirst = false
      state.chosenServer = settings.accountServer
      return ends
    }
  }

  func update(_ account: AccountState) {
    state.withLock { ($0.member, $0.limit) = (account.member, account.service.limits.report) }
  }
}
