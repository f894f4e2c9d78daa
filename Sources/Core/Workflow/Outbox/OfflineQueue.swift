// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
import KursModel
public import KursStorage

/// Sends queued requests in order as soon as a network is available. A request stays on disk until its response was
/// read. The server recognises a repeated request by its key, so each request takes effect once.
public actor OfflineQueue {
  /// Sends one request with the member's credentials, and renews the credentials if needed.
  public typealias Sender = @Sendable (QueuedCommand) async throws(APIError) -> Void

  let storage: UserDatabase
  let environment: QueueEnvironment
  private let limits: QueueLimits
  let policy: QueuePolicy
  let sender: Sender
  var machine: QueueMachine
  var currentTransfer: (id: QueuedCommand.ID, task: Task<Result<Void, APIError>, Never>)?
  var flushing: Task<FlushReport, Never>?
  var wakeUpTask: Task<Void, Never>?
  var following: Task<Void, Never>?
  private var observers = Broadcast<QueueState>()
  var nextTry: Timestamp?
  /// The number of removals. If it grew while a request was read, this request may have been removed.
  var removals = 0
  private var publications = 0
  var isFlushRequestedAgain = false
  private(set) var isClosed = false

  public init(
    storage: UserDatabase, member: String? = nil, policy: QueuePolicy = QueuePolicy(),
    limits: QueueLimits = QueueLimits(), environment: QueueEnvironment, sender: @escaping Sender
  ) {
    self.storage = storage
    self.policy = policy
    self.limits = limits
    self.environment = environment
    self.sender = sender
    machine = QueueMachine(policy: policy, member: member, draw: environment.draw)
  }

  /// Stores a request on disk, then starts sending. `key`: the key of an earlier failed try. Nil creates a new key.
  @discardableResult
  public func enqueue(
    _ command: Endpoint, body: [UInt8], to server: String, member: String = "", key: String? = nil
  ) async throws(QueueRefusal) -> QueuedCommand.ID {
    let (resource, isDroppable): (String, Bool)
    switch command.queueing {
    case .never: throw .notQueueable
    case .perResource(let name): (resource, isDroppable) = (name, false)
    case .droppable(let name): (resource, isDroppable) = (name, true)
    }
    let content = QueuedCommand.Content(
      member: member, resource: resource, isDroppable: isDroppable, key: key ?? environment.newKey(),  // guards Q01: key ?? environment.newKey() => environment.newKey()
      command: command.name, server: server, method: command.method.rawValue, path: command.path, body: body)
    var limits = limits
    if command.contentType != Endpoint.json { limits.bodyBytes = limits.pictureBytes }
    let queued = try await storage.enqueue(content, at: environment.clock(), limits: limits)
    await publish()
    start()
    return queued.id
  }

  public func states() async -> AsyncStream<QueueState> {
    let stream = observers.states(from: nil)
    await publish()
    return stream
  }

  public func state() async -> QueueState {
    var state = QueueState()
    state.commands = (try? await storage.queued()) ?? []
    state.sending = currentTransfer?.id
    state.nextTry = nextTry
    return state
  }

  public func close() async {
    isClosed = true
    following?.cancel()
    currentTransfer?.task.cancel()
    _ = await flushing?.value
    wakeUpTask?.cancel()
    observers.finish()
  }

  func publish() async {
    guard !observers.isEmpty else { return }
    publications += 1
    let publication = publications
    let state = await state()
    // If a newer publication began during the read, this state is outdated and isn't published.
    guard publication == publications else { return }
    observers.send(state)
  }

  /// Sends a request as soon as possible, even after a refusal. Returns false if the request is missing or damaged.
  @discardableResult
  public func retry(_ id: QueuedCommand.ID) async throws(StorageError) -> Bool {
    guard currentTransfer?.id != id else { return true }
    guard let (command, _) = try await storage.queued(id) else { return false }
    let key = command.undeliverable == .keyReused ? environment.newKey() : nil
    guard try await storage.retryQueued(id, key: key, at: environment.clock()) else { return false }
    machine.networkChanged(isOnline: true)
    await publish()
    start()
    return true
  }

  /// Removes a request from the queue. If it is being sent, cancels it, but the server may already have received it.
  @discardableResult
  public func cancel(_ id: QueuedCommand.ID) async throws(StorageError) -> Bool {
    if currentTransfer?.id == id { currentTransfer?.task.cancel() }
    let existed = try await removing { storage throws(StorageError) in try await storage.removeQueued(id) }
    start()
    return existed
  }

  /// Removes all requests of a member and returns their number. None of these requests is sent afterwards.
  @discardableResult
  public func wipe(_ member: String) async throws(StorageError) -> Int {
    try await removing { storage throws(StorageError) in try await storage.wipeQueue(of: member) }  // guards Q18: storage.wipeQueue(of: member) => 0
  }

  @discardableResult
  public func drop(resource: String) async throws(StorageError) -> Int {
    try await removing { storage throws(StorageError) in try await storage.removeQueued(resource: resource) }
  }

  /// Removes requests. If a removed request is being sent, cancels it and waits until it has ended.
  private func removing<T: Sendable>(
    _ body: (UserDatabase) async throws(StorageError) -> T
  ) async throws(StorageError) -> T {
    removals += 1
    let result = try await body(storage)
    removals += 1
    if let currentTransfer, try await storage.queued(currentTransfer.id) == nil {
      currentTransfer.task.cancel()
      _ = await currentTransfer.task.value
    }
    await publish()
    return result
  }

  func drain() async -> FlushReport {
    var report = FlushReport()
    nextTry = nil
    do throws(StorageError) {
      guard let lease = try storage.queueLease() else {
        report.isBusyElsewhere = true
        if !(try await storage.queueHeads()).isEmpty { wake(at: environment.clock() + policy.leaseWait) }
        return report
      }
      defer { lease.end() }
      try await drain(into: &report)
    } catch {
      report.fault = error
    }
    return report
  }

  private func drain(into report: inout FlushReport) async throws(StorageError) {
    // A wrong clock may have marked requests as expired. These requests wait again.
    try await storage.returnExpired(enqueuedFrom: environment.clock() + -policy.maximumAge)
    while !isClosed {
      let now = environment.clock()
      switch machine.next(try await storage.queueHeads(), at: now) {
      case .rest: return
      case .wait(let until): return wake(at: until)
      case .dismiss(let id, let reason):
        try await dismiss(id, reason, &report)
      case .send(let id):
        guard try await send(id, &report) else { return }
      }
      await publish()
    }
  }

  private func send(_ id: QueuedCommand.ID, _ report: inout FlushReport) async throws(StorageError) -> Bool {
    let removals = removals
    guard let (command, isIntact) = try await storage.queued(id), removals == self.removals else { return true }
    guard isIntact else {  // guards Q22
      try await dismiss(id, .damaged, &report)
      return true
    }
    let consequence: QueueMachine.Consequence
    switch await transfer(command) {
    case .success: consequence = machine.delivered()
    case .failure(let error):
      consequence = machine.failed(command, error, at: environment.clock())
      if error != .cancelled {
        let isDismissed = if case .dismiss = consequence { true } else { false }
        await environment.note(.queueFailed(command, error, isDismissed: isDismissed, at: environment.clock()))
      }
    }
    switch consequence {
    case .remove:
      try await storage.removeDelivered(command)
      report.delivered += 1
    case .keep(let history):
      if history == command.history { return try await storage.queued(id) == nil }
      try await storage.noteTry(of: id, history)
      report.failed += 1
    case .dismiss(let history, let reason):
      try await storage.noteTry(of: id, history)
      try await storage.dismissQueued(id, reason)
      report.dismissed += 1
    }
    return true
  }

  private func dismiss(
    _ id: QueuedCommand.ID, _ reason: Undeliverable, _ report: inout FlushReport
  ) async throws(StorageError) {
    try await storage.dismissQueued(id, reason)
    report.dismissed += 1
    guard let (command, _) = try await storage.queued(id) else { return }
    await environment.note(.queueDismissed(command, reason, at: environment.clock()))
  }

  private func transfer(_ command: QueuedCommand) async -> Result<Void, APIError> {
    let task = Task { [sender] in
      await Result { () async throws(APIError) in try await sender(command) }
    }
    currentTransfer = (command.id, task)
    await publish()
    let result = await task.value
    currentTransfer = nil
    return result
  }

  @discardableResult
  public func flush() async -> FlushReport {
    // Waits for the running flush first, because that flush may miss a request that was just added.
    _ = await flushing?.value
    return await (flushing ?? begin()).value
  }

  public func flushNow() async -> FlushReport {
    machine.networkChanged(isOnline: true)
    return await flush()
  }

  /// Sends waiting requests now, including requests that failed offline. Requests of members other than `member` wait.
  public func flushNow(as member: String?) async -> FlushReport {
    machine.memberChanged(member)
    return await flushNow()
  }

  /// Sends waiting requests whenever the network returns, until the stream `network` ends.
  public func follow(_ network: AsyncStream<Bool>) {
    following?.cancel()
    following = Task { [weak self] in
      for await isOnline in network { await self?.networkChanged(isOnline) }
    }
  }

  /// Starts sending a request that was stored without `enqueue`.
  public func wake() async {
    await publish()
    start()
  }

  public func memberChanged(_ member: String?) {
    machine.memberChanged(member)
    start()
  }

  private func networkChanged(_ isOnline: Bool) {
    machine.networkChanged(isOnline: isOnline)
    if isOnline { start() } else { wakeUpTask?.cancel() }
  }

  /// Starts a flush, or another flush after the running one. `policy.betweenStarts`: the minimum time between starts.
  func start() {
    guard !isClosed else { return }
    if flushing != nil { return isFlushRequestedAgain = true }
    if let later = machine.startRequested(at: environment.clock()) { return wake(at: later) }
    _ = begin()
  }

  private func begin() -> Task<FlushReport, Never> {
    wakeUpTask?.cancel()
    let task = Task {
      let report = await drain()
      flushing = nil
      if isFlushRequestedAgain {
        isFlushRequestedAgain = false
        start()
      }
      await publish()
      return report
    }
    flushing = task
    return task
  }

  func wake(at time: Timestamp) {
    nextTry = time
    wakeUpTask?.cancel()
    let pause = max(0, time.milliseconds - environment.clock().milliseconds)
    wakeUpTask = Task { [weak self, sleep = environment.sleep] in
      do { try await sleep(.milliseconds(pause)) } catch { return }
      guard !Task.isCancelled else { return }
      await self?.start()
    }
  }

  public typealias MemberSender =
    @Sendable (Endpoint, _ member: String, _ server: String, _ body: [UInt8], _ headers: [String: String])
    async throws(APIError) -> Void

  /// Returns a function that sends queued requests. `client`: must not report refused responses, because a refused
  /// report would then cause another report. `asMember`: sends requests that need a sign-in. `proof`: returns headers
  /// that prove which member sends a report. `refusals`: is notified if the server already knows the request's key.
  public static func sender(
    of commands: [Endpoint], through client: @escaping @Sendable () -> APIClient, asMember: MemberSender? = nil,
    proof: (@Sendable (_ member: String) async -> [String: String]?)? = nil, refusals: RefusalListener? = nil
  ) -> Sender {
    let known = Dictionary(commands.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return { queued async throws(APIError) in
      let content = queued.content
      guard let method = Endpoint.Method(rawValue: content.method) else { throw .status(400) }
      let declared = known[content.command]
      let command = Endpoint(
        content.command, method: method, path: content.path, accept: declared?.accept ?? Endpoint.json,
        contentType: declared?.contentType ?? Endpoint.json, schema: declared?.schema,
        needsSignIn: declared?.needsSignIn ?? !content.member.isEmpty)
      // The header's value includes quotes (draft-ietf-httpapi-idempotency-key-header).
      var headers = ["Idempotency-Key": "\"\(content.key)\""]  // guards Q03, Q04, Q09: content.key => "\(ContinuousClock().now)"
      if content.command == ValidationReport.command.name, !content.member.isEmpty, let proof {
        headers.merge(await proof(content.member) ?? [:]) { own, _ in own }
      }
      do throws(APIError) {
        guard command.needsSignIn else {
          _ = try await client().send(command, to: content.server, body: content.body, headers: headers)
          return
        }
        guard let asMember else { throw .status(401) }
        try await asMember(command, content.member, content.server, content.body, headers)
      } catch {
        if case .dismiss(_, .keyReused) = QueueMachine.Verdict(error), command.name != ValidationReport.command.name,  // guards Q10: command.name != ValidationReport.command.name => true
          let refusals
        {
          await refusals.report(RefusedAnswer(keyReusedBy: command, of: content.server, sent: refusals.clock()))
        }
        throw error
      }
    }
  }
}
