// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
import KursStorage

/// Syncs the user's objects between computers. A change is marked as unsent on disk until the server confirms it.
/// Sending a change twice is harmless, because merging the change again has no effect.
public actor SyncWorkflow {
  public typealias Exchange = @Sendable (_ member: MemberID, SyncRequest) async throws(SyncFailure) -> SyncAnswer

  /// Returns the limits of the member's server. Throws if the member is signed out or the server requires a newer Kurs.
  public typealias Limits = @Sendable (_ member: MemberID) async throws(SyncFailure) -> ServiceLimits

  private let objects: UserObjects
  private let exchange: Exchange
  private let limits: Limits
  private let sleep: @Sendable (Timestamp) async -> Void
  private let jitter: @Sendable () -> Int64
  private let note: @Sendable (SyncFailure) async -> Void
  private var machine = SyncMachine()
  private var member = MemberID.withoutAccount
  private var exchangeTask: Task<Void, Never>?
  private var alarm: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private var isContinued = false
  private var longest = ServiceLimits().value
  private var observers = Broadcast<SyncStatus>()

  /// Creates the workflow without using disk or network. `jitter`: returns a random number from 0 to 1000.
  public init(
    objects: UserObjects, exchange: @escaping Exchange,
    limits: @escaping Limits = { _ async throws(SyncFailure) in ServiceLimits() },
    sleep: @escaping @Sendable (Timestamp) async -> Void, jitter: @escaping @Sendable () -> Int64,
    note: @escaping @Sendable (SyncFailure) async -> Void = { _ in }
  ) {
    self.objects = objects
    self.exchange = exchange
    self.limits = limits
    self.sleep = sleep
    self.jitter = jitter
    self.note = note
  }

  public var status: SyncStatus { machine.status }

  public func statuses() -> AsyncStream<SyncStatus> {
    observers.states(from: machine.status)
  }

  /// Ends the sync of the previous member, then starts the sync of `member`, unless `member` is `withoutAccount`.
  /// `canAsk`: whether requests can be sent as `member`.
  public func memberChanged(to member: MemberID, canAsk: Bool = true) async {
    await end()
    self.member = member
    let isSignedIn = member != .withoutAccount && canAsk
    await objects.memberChanged(to: member, adopting: isSignedIn)
    guard isSignedIn else { return publish() }
    // If this fails, the objects stay without an owner until the next sign-in.
    try? await objects.adopt()
    await follow()
    handle { $0.signedIn() }
  }

  public func requestSync() {
    handle { $0.syncRequested() }
  }

  public func windowActivated() {
    handle { [objects] in $0.windowActivated(now: objects.clock()) }
  }

  public func settled() async -> SyncStatus {
    while let exchangeTask {
      await exchangeTask.value
    }
    return machine.status
  }

  public func end() async {
    handle { $0.signedOut() }
    following?.cancel()
    following = nil
    let exchangeTask = exchangeTask
    exchangeTask?.cancel()
    await exchangeTask?.value
  }

  private func follow() async {
    let changes = await objects.changes()
    following = Task { [weak self] in
      for await change in changes {
        guard case .objects = change else { continue }
        await self?.objectsChanged()
      }
    }
  }

  /// Reports an edit to the state machine if an unsent object exists. Objects from the server are not edits.
  private func objectsChanged() async {
    let unsent = try? await objects.database.unsentObjects(of: member, limit: 1, longest: longest)
    // If the unsent objects can't be read, the edit is reported anyway, because the exchange then reports the error.
    if let unsent, unsent.isEmpty { return }
    handle { [objects] in $0.edited(now: objects.clock()) }  // guards B02
  }

  private func handle(_ event: (inout SyncMachine) -> [SyncMachine.Action]) {
    start(event(&machine))
    publish()
  }

  private func start(_ actions: [SyncMachine.Action]) {
    var preparing: [SyncMachine.Action] = []
    for action in actions {
      switch action {
      case .startAfresh, .restamp: preparing.append(action)
      case .rest: setTimer(at: nil)
      case .wait(let until): setTimer(at: until)
      case .exchange(let number, let limit):
        setTimer(at: nil)
        exchangeTask = Task { [preparing] in await self.exchange(number, limit: limit, after: preparing) }
      }
    }
  }

  private func setTimer(at moment: Timestamp?) {
    alarm?.cancel()
    alarm = moment.map { moment in
      Task { [weak self, sleep] in
        await sleep(moment)
        guard !Task.isCancelled else { return }
        await self?.timerFired()
      }
    }
  }

  private func timerFired() {
    handle { [objects] in $0.timeReached(now: objects.clock()) }
  }

  private func exchange(_ number: Int, limit: Int, after preparing: [SyncMachine.Action]) async {
    let outcome: Result<Unsent, SyncFailure>
    do throws(SyncFailure) {
      let limits = try await limits(member)
      longest = limits.value
      try await prepare(preparing)
      outcome = .success(try await objects.exchangeOnce(
        member: member, limit: min(limit, limits.changes), skip: machine.skipped, longest: longest,
        isContinued: isContinued, exchange))
    } catch {
      outcome = .failure(error)
      await note(error)
    }
    isContinued = (try? outcome.get().hasMore) ?? false
    exchangeTask = nil
    handle { [now = objects.clock(), jitter = jitter()] machine in
      switch outcome {
      case .success(let unsent):
        machine.exchanged(
          number, hasMore: unsent.hasMore, tooLarge: unsent.tooLarge, sent: unsent.sent, received: unsent.received,
          now: now)
      case .failure(let failure): machine.failed(number, failure, jitter: jitter, now: now)
      }
    }
  }

  private func prepare(_ actions: [SyncMachine.Action]) async throws(SyncFailure) {
    do throws(StorageError) {
      if await !objects.hasAdopted { try await objects.adopt() }
      for action in actions {
        if action == .startAfresh { try await objects.database.sendAllAgain(of: member) }
        if action == .restamp { try await objects.database.restamp(of: member, after: objects.clock()) }
      }
    } catch {
      throw .storage(error)
    }
  }

  private func publish() {
    observers.send(machine.status)
  }
}
