// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursModel
public import KursStorage

/// Sends what waits, in order, as soon as there is a network: once in effect, however often it takes.
///
/// A command is on the disk before it is sent and until its answer has been read; the server knows it by its key.
public actor OfflineQueue {
  /// Sends one command; the sender adds what proves who the member is, and renews it by itself.
  public typealias Sender = @Sendable (QueuedCommand) async throws(APIError) -> Void

  private let storage: PersonDatabase
  private let surroundings: QueueSurroundings
  private let limits: QueueLimits
  private let policy: QueuePolicy
  private let sender: Sender
  private var machine: QueueMachine
  private var flight: (id: QueuedCommand.ID, task: Task<Result<Void, APIError>, Never>)?
  private var flushing: Task<FlushReport, Never>?
  private var waking: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private var listeners = Listeners<QueueState>()
  private var nextTry: Timestamp?
  /// Counts removals: what was read from the disk before one may be gone.
  private var removals = 0
  private var publications = 0
  private var isAskedAgain = false
  private var isClosed = false

  public init(
    storage: PersonDatabase, member: String? = nil, policy: QueuePolicy = QueuePolicy(),
    limits: QueueLimits = QueueLimits(), surroundings: QueueSurroundings, sender: @escaping Sender
  ) {
    self.storage = storage
    self.policy = policy
    self.limits = limits
    self.surroundings = surroundings
    self.sender = sender
    machine = QueueMachine(policy: policy, member: member, draw: surroundings.draw)
  }

  /// Puts a command on the disk; once it returns, nothing but its answer or the person takes it off.
  ///
  /// Does not wait for the sending, which it starts.
  @discardableResult
  public func enqueue(
    _ command: Command, body: [UInt8], to server: String, member: String = ""
  ) async throws(QueueRefusal) -> QueuedCommand.ID {
    let (resource, isDroppable): (String, Bool)
    switch command.queueing {
    case .never: throw .notQueueable
    case .perResource(let name): (resource, isDroppable) = (name, false)
    case .droppable(let name): (resource, isDroppable) = (name, true)
    }
    let content = QueuedCommand.Content(
      member: member, resource: resource, isDroppable: isDroppable, key: surroundings.newKey(),
      command: command.name, server: server, method: command.method.rawValue, path: command.path, body: body)
    let queued = try await storage.enqueue(content, at: surroundings.clock(), limits: limits)
    await publish()
    start()
    return queued.id
  }

  /// Sends all that is due now and returns when nothing more is.
  @discardableResult
  public func flush() async -> FlushReport {
    // One that is under way may have looked for the last time already.
    _ = await flushing?.value
    return await (flushing ?? begin()).value
  }

  /// As `flush`, and what failed for want of a network is tried again at once: the person says there is one.
  public func flushNow() async -> FlushReport {
    machine.networkChanged(isOnline: true)
    return await flush()
  }

  /// As `flushNow`, for a program that sends once and ends: of nobody, and of the member who is signed in.
  public func flushNow(as member: String?) async -> FlushReport {
    machine.memberChanged(member)
    return await flushNow()
  }

  /// Hears of the network until the stream ends; each time it returns, what waits is sent.
  public func follow(_ network: AsyncStream<Bool>) {
    following?.cancel()
    following = Task { [weak self] in
      for await isOnline in network { await self?.networkChanged(isOnline) }
    }
  }

  /// Something was put on the disk beside `enqueue`, with what had to be written at the same time.
  public func wake() async {
    await publish()
    start()
  }

  /// Another member signed in, or nobody is: commands of others wait for theirs.
  public func memberChanged(_ member: String?) {
    machine.memberChanged(member)
    start()
  }

  /// Takes a command back, whatever its state; one on its way is broken off, and may have arrived.
  @discardableResult
  public func cancel(_ id: QueuedCommand.ID) async throws(StorageError) -> Bool {
    if flight?.id == id { flight?.task.cancel() }
    let existed = try await removing { storage throws(StorageError) in try await storage.removeQueued(id) }
    start()
    return existed
  }

  /// Removes all that a member left; returns how many. Nothing of theirs is sent once it returns.
  @discardableResult
  public func wipe(_ member: String) async throws(StorageError) -> Int {
    try await removing { storage throws(StorageError) in try await storage.wipeQueue(of: member) }
  }

  /// Removes all of a resource, for a consent that was withdrawn; returns how many.
  @discardableResult
  public func drop(resource: String) async throws(StorageError) -> Int {
    try await removing { storage throws(StorageError) in try await storage.removeQueued(resource: resource) }
  }

  /// The state now and after each change; only the newest waits for a slow reader.
  public func states() async -> AsyncStream<QueueState> {
    let stream = listeners.states(from: nil)
    await publish()
    return stream
  }

  public func state() async -> QueueState {
    var state = QueueState()
    state.commands = (try? await storage.queued()) ?? []
    state.sending = flight?.id
    state.nextTry = nextTry
    return state
  }

  /// Ends sending and waiting; what was not answered is still on the disk.
  public func close() async {
    isClosed = true
    following?.cancel()
    flight?.task.cancel()
    _ = await flushing?.value
    waking?.cancel()
    listeners.finish()
  }
}

extension OfflineQueue {
  private func networkChanged(_ isOnline: Bool) {
    machine.networkChanged(isOnline: isOnline)
    if isOnline { start() } else { waking?.cancel() }
  }

  /// Starts a sending, or has the one under way look once more; not more often than the policy has it.
  private func start() {
    guard !isClosed else { return }
    if flushing != nil { return isAskedAgain = true }
    if let later = machine.startAsked(at: surroundings.clock()) { return wake(at: later) }
    _ = begin()
  }

  private func begin() -> Task<FlushReport, Never> {
    waking?.cancel()
    let task = Task {
      let report = await drain()
      flushing = nil
      if isAskedAgain {
        isAskedAgain = false
        start()
      }
      await publish()
      return report
    }
    flushing = task
    return task
  }

  private func wake(at time: Timestamp) {
    nextTry = time
    waking?.cancel()
    let pause = max(0, time.milliseconds - surroundings.clock().milliseconds)
    waking = Task { [weak self, sleep = surroundings.sleep] in
      do { try await sleep(.milliseconds(pause)) } catch { return }
      guard !Task.isCancelled else { return }
      await self?.start()
    }
  }

  /// Removes rows; a command among them that is on its way has ended when this returns.
  private func removing<T: Sendable>(
    _ body: (PersonDatabase) async throws(StorageError) -> T
  ) async throws(StorageError) -> T {
    removals += 1
    let result = try await body(storage)
    removals += 1
    if let flight, try await storage.queued(flight.id) == nil {
      flight.task.cancel()
      _ = await flight.task.value
    }
    await publish()
    return result
  }

  private func drain() async -> FlushReport {
    var report = FlushReport()
    nextTry = nil
    do throws(StorageError) {
      guard let lease = try storage.queueLease() else {
        report.isBusyElsewhere = true
        if !(try await storage.queueHeads()).isEmpty { wake(at: surroundings.clock() + policy.leaseWait) }
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
    while !isClosed {
      let now = surroundings.clock()
      switch machine.next(try await storage.queueHeads(), at: now) {
      case .rest: return
      case .wait(let until): return wake(at: until)
      case .setAside(let id, let reason):
        try await storage.setAsideQueued(id, reason)
        report.setAside += 1
      case .send(let id):
        guard try await send(id, &report) else { return }
      }
      await publish()
    }
  }

  /// False where the sending was broken off.
  private func send(_ id: QueuedCommand.ID, _ report: inout FlushReport) async throws(StorageError) -> Bool {
    let removals = removals
    guard let (command, isIntact) = try await storage.queued(id), removals == self.removals else { return true }
    guard isIntact else {
      try await storage.setAsideQueued(id, .damaged)
      report.setAside += 1
      return true
    }
    let consequence: QueueMachine.Consequence
    switch await transfer(command) {
    case .success: consequence = machine.delivered()
    case .failure(let error): consequence = machine.failed(command, error, at: surroundings.clock())
    }
    switch consequence {
    case .remove:
      try await storage.removeQueued(id)
      report.delivered += 1
    case .keep(let history):
      if history == command.history { return try await storage.queued(id) == nil }
      try await storage.noteTry(of: id, history)
      report.failed += 1
    case .setAside(let history, let reason):
      try await storage.noteTry(of: id, history)
      try await storage.setAsideQueued(id, reason)
      report.setAside += 1
    }
    return true
  }

  private func transfer(_ command: QueuedCommand) async -> Result<Void, APIError> {
    let task = Task { [sender] () -> Result<Void, APIError> in
      do throws(APIError) {
        try await sender(command)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    flight = (command.id, task)
    await publish()
    let result = await task.value
    flight = nil
    return result
  }

  private func publish() async {
    guard !listeners.isEmpty else { return }
    publications += 1
    let publication = publications
    let state = await state()
    // Read while something changed: the next one says it better, and none may come after it.
    guard publication == publications else { return }
    listeners.tell(state)
  }
}
