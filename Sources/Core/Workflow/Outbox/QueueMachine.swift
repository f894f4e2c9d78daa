// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel
public import KursStorage

/// Decides which request is sent next, and what happens after its response. This struct isn't stored on disk.
public struct QueueMachine: Sendable {
  public enum Step: Hashable, Sendable {
    case send(QueuedCommand.ID)
    case dismiss(QueuedCommand.ID, Undeliverable)
    case wait(until: Timestamp)
    case rest
  }

  public enum Consequence: Hashable, Sendable {
    case remove
    case keep(QueuedCommand.History)
    case dismiss(QueuedCommand.History, Undeliverable)
  }

  private let policy: QueuePolicy
  private let draw: @Sendable (ClosedRange<Int64>) -> Int64
  private(set) var isOnline = true
  /// The member whose requests may be sent. Nil while signed out. Requests without a member may always be sent.
  private(set) var member: String?
  /// Members who must sign in again after a refusal. Their requests wait for this sign-in.
  private var refusedMembers: Set<String> = []
  /// Requests that couldn't reach the server. They are tried again when the network returns or Kurs restarts.
  private var unreached: Set<QueuedCommand.ID> = []
  private var lastStart: Timestamp?

  public init(
    policy: QueuePolicy = QueuePolicy(), member: String? = nil,
    draw: @escaping @Sendable (ClosedRange<Int64>) -> Int64
  ) {
    self.policy = policy
    self.member = member
    self.draw = draw
  }

  /// Returns the next step. `heads`: the oldest waiting request of each resource.
  public func next(_ heads: [QueuedCommand], at now: Timestamp) -> Step {
    if let old = heads.first(where: { now.milliseconds - $0.enqueued.milliseconds > policy.maximumAge }) {
      return .dismiss(old.id, .expired)
    }
    guard isOnline else { return .rest }
    let sendable = heads.filter { maySend($0.content.member) }  // guards Q05: heads => heads.sorted { $0.enqueued < $1.enqueued }
    // The user's changes are sent before reports and statistics. In both groups, the oldest request is sent first.
    let ordered = sendable.filter { !$0.content.isDroppable } + sendable.filter(\.content.isDroppable)  // guards J14: sendable.filter { !$0.content.isDroppable } + sendable.filter(\.content.isDroppable) => sendable
    var earliest: Timestamp?
    for head in ordered {  // guards Q06: ordered => Array(ordered.prefix(1))
      let start = max(nextTry(of: head, at: now), pause(of: head.content.server, among: heads, at: now))
      if start <= now { return .send(head.id) }
      earliest = min(earliest ?? start, start)
    }
    return earliest.map { .wait(until: $0) } ?? .rest
  }

  public func delivered() -> Consequence { .remove }

  public mutating func failed(_ command: QueuedCommand, _ error: APIError, at now: Timestamp) -> Consequence {
    var history = command.history
    history.tried = now
    history.tries += 1
    var verdict = Verdict(error)
    // Reports and statistics are sent without a sign-in, so after status 401 no sign-in is requested.
    if verdict == .signIn, command.content.isDroppable { verdict = .attempt(.status(401)) }  // guards J14
    history.fault = verdict.fault
    if verdict.fault == .unreachable { unreached.insert(command.id) }
    switch verdict {
    case .cancelled: return .keep(command.history)
    case .dismiss(_, let reason): return .dismiss(history, reason)
    case .wait(_, let retryAfter):
      history.notBefore = retryAfter.map { after(now, asked: $0) } ?? after(now, faults: history.tries)
    case .signIn:
      refusedMembers.insert(command.content.member)
      history.notBefore = now
    case .attempt:
      history.attempts += 1  // guards Q08
      history.notBefore = after(now, faults: history.attempts)
      let limit = command.content.isDroppable ? policy.droppableAttempts : policy.attempts
      if history.attempts >= limit { return .dismiss(history, .tooManyAttempts) }
    case .redirect:
      history.attempts += 1
      history.notBefore = after(now, faults: history.attempts)
      if history.attempts >= policy.redirects { return .dismiss(history, .redirected) }
    }
    return .keep(history)
  }

  public mutating func networkChanged(isOnline: Bool) {
    self.isOnline = isOnline
    if isOnline { unreached = [] }
  }

  public mutating func memberChanged(_ member: String?) {
    self.member = member
    refusedMembers = []
  }

  public mutating func startRequested(at now: Timestamp) -> Timestamp? {
    if let lastStart, lastStart <= now, now.milliseconds - lastStart.milliseconds < policy.betweenStarts {
      return lastStart + policy.betweenStarts
    }
    lastStart = now
    return nil
  }

  private func maySend(_ owner: String) -> Bool {
    owner.isEmpty || (owner == member && !refusedMembers.contains(owner))  // guards Q19: owner == member => true
  }

  private func nextTry(of command: QueuedCommand, at now: Timestamp) -> Timestamp {
    if command.history.fault == .unreachable, !unreached.contains(command.id) { return now }
    // The wait is limited, because it would be very long after the clock was set back.
    return min(command.history.notBefore, now + policy.backOff.longestRequested * 11 / 10)
  }

  private func pause(of server: String, among heads: [QueuedCommand], at now: Timestamp) -> Timestamp {
    heads.filter { $0.content.server == server && [.unreachable, .tooManyRequests].contains($0.history.fault) }  // guards Q11: [.unreachable, .tooManyRequests] => [DeliveryFault?.some(.unreachable)]
      .map { nextTry(of: $0, at: now) }.max() ?? now
  }

  private func after(_ now: Timestamp, faults: Int) -> Timestamp { now + draw(0...policy.backOff.span(after: faults)) }  // guards Q14: draw(0...policy.backOff.span(after: faults)) => policy.backOff.span(after: faults)

  private func after(_ now: Timestamp, asked seconds: Int) -> Timestamp {
    let pause = policy.backOff.requestedPause(max(seconds, 1))  // guards Q12: max(seconds, 1) => seconds
    return now + pause + draw(0...pause / 10)  // guards Q11: draw(0...pause / 10) => pause
  }

  enum Verdict: Hashable, Sendable {
    case cancelled
    /// A temporary fault. The request is sent again after `retryAfter` seconds, or after the usual pause if nil.
    case wait(DeliveryFault, retryAfter: Int?)
    case signIn
    /// A fault that the request itself may have caused. After several such faults, the request is undeliverable.
    case attempt(DeliveryFault)
    case redirect(DeliveryFault)
    case dismiss(DeliveryFault, Undeliverable)

    var fault: DeliveryFault? {
      switch self {
      case .cancelled: nil
      case .signIn: .notSignedIn
      case .wait(let fault, _), .attempt(let fault), .redirect(let fault), .dismiss(let fault, _): fault
      }
    }

    init(_ error: APIError) {
      switch error {
      case .cancelled: self = .cancelled
      case .unreachable: self = .wait(.unreachable, retryAfter: nil)
      case .timedOut: self = .attempt(.timedOut)
      case .broken, .tooLarge: self = .attempt(.broken)
      case .tooManyRequests, .unavailable: self = .wait(.tooManyRequests, retryAfter: error.retryAfter)
      case .notJSON, .refused, .schemaMissing, .unknownProvider: self = .attempt(.unusableAnswer)
      case .status(let status): self.init(status: status)
      }
    }

    private init(status: Int) {
      let fault = DeliveryFault.status(status)
      switch status {
      case 401: self = .signIn  // guards Q17: .signIn => .attempt(fault)
      // Section 2.7 of the Idempotency-Key draft: after 409, the server is still processing the first request, so try
      // again. 422 means that the same key was sent before with other content.
      case 408, 409, 425, 500...599: self = .attempt(fault)  // guards Q08, Q09: .attempt(fault) => .dismiss(fault, .gone)
      case 422: self = .dismiss(fault, .keyReused)  // guards Q10: .keyReused => .gone
      case 410: self = .dismiss(fault, .gone)  // guards Q27: .gone => .refused(status: status)
      // Redirects are not followed, because a POST may mean something else at another address.
      case 300...399: self = .redirect(fault)  // guards Q20: .redirect(fault) => .attempt(fault)
      default: self = .dismiss(fault, .refused(status: status))  // guards Q07: .dismiss(fault, .refused(status: status)) => .attempt(fault)
      }
    }
  }
}
