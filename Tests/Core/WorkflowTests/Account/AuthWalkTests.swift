// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

/// Row A38 of docs/FAULTS.md: sends random events, from fixed seeds, to the sign-in state machine and checks its rules
/// after each event.
@Suite struct AuthWalkTests {
  @Test("ten thousand random sequences of events break no rule of the sign-in", .fault("A38"), arguments: 0..<10)
  func tenThousandRandomSequencesOfEventsBreakNoRuleOfTheSignIn(part: UInt64) async {
    var (steps, reached) = (0, Set<AuthStateName>())
    for seed in 0..<1000 as Range<UInt64> {
      // Lets other tests use this thread, because they have time limits.
      await Task.yield()
      var walk = AuthWalk(seed: part * 1000 + seed)
      for _ in 0..<200 {
        walk.step()
        reached.insert(AuthStateName(walk.machine.state))
        steps += 1
        guard walk.broken.isEmpty else { break }
      }
      walk.comeToRest()
      #expect(walk.broken.isEmpty, "seed \(part * 1000 + seed): \(walk.broken)")
      guard walk.broken.isEmpty else { return }
    }
    #expect(steps == 200_000)
    #expect(reached == Set(AuthStateName.allCases))
  }
}

/// Sends random events to the state machine and simulates the keyring, the server and the clock around it.
struct AuthWalk {
  var machine = AuthMachine(knowsAccount: true)
  private(set) var broken: [String] = []
  private var numbers: SplitMix64
  private var now = Uptime(milliseconds: 1_000_000)
  private var inFlight: Int?
  private var grants: [Uptime] = []
  private var silent: [Uptime] = []
  private var waitingSince: [Uptime] = []
  private var (joined, ended) = (0, 0)
  private var lastVersion = 0
  private var isDeleting = false
  /// The stored marker of an unfinished deletion, which outlives the program.
  private var mark: SignOutReason?

  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    run(.start) { machine, now in (nil, machine.started(at: now)) }
  }

  mutating func step() {
    pass(Int64.random(in: 0...(Bool.random(using: &numbers) ? 500 : 20_000), using: &numbers))
    switch Int.random(in: 0..<100, using: &numbers) {
    case 0: crash()
    case 1..<25: call()
    // Prefers likely events. Otherwise few sequences would reach the later states.
    case 25..<50: feed(likely())
    default: feed(AuthEvent.allCases.randomElement(using: &numbers) ?? .start)
    }
  }

  /// Lets only due events happen, until every waiting call has ended and every deletion is finished.
  mutating func comeToRest() {
    for _ in 0..<40 where broken.isEmpty {
      if isDeleting { feed(.wipeSucceeded) }
      pass(5000)
    }
    if !waitingSince.isEmpty || joined != ended { broken.append("I2: \(joined) joined, \(ended) ended") }
  }

  private mutating func likely() -> AuthEvent {
    switch machine.state {
    case .boot: [.credentials, .start, .noCredentials].randomElement(using: &numbers) ?? .start
    case .login, .refresh, .silent: [.granted, .refused, .forgotten, .fault].randomElement(using: &numbers) ?? .granted
    case .signedOut, .locked: [.submit, .retry].randomElement(using: &numbers) ?? .submit
    case .offline: [.networkFound, .submit].randomElement(using: &numbers) ?? .submit
    case .wipe, .leaving: [.wipeSucceeded, .wipeFailed].randomElement(using: &numbers) ?? .wipeSucceeded
    case .signedIn, .throttled: .unauthorized
    }
  }

  /// Advances the time and rings each alarm when it is due.
  private mutating func pass(_ milliseconds: Int64) {
    let end = now + milliseconds
    var rings = 0
    while let alarm = machine.alarm, alarm <= end, rings < 50 {
      now = max(now, alarm)
      rings += 1
      letGo()
      run { machine, now in (nil, machine.alarmRang(jitter: 500, at: now)) }
    }
    if rings == 50 { broken.append("an alarm that never stops in \(machine.state)") }
    now = end
    letGo()
  }

  /// Ends calls that have waited for more than thirty seconds, as the workflow does.
  private mutating func letGo() {
    let patient = waitingSince.filter { now - $0 < 30_000 }
    for _ in patient.count..<waitingSince.count {
      machine.waiterLeft()
      ended += 1
    }
    waitingSince = patient
  }

  private mutating func call() {
    run { machine, now in
      let (call, actions) = machine.tokenRequested(at: now)
      return (call, actions)
    }
  }

  private mutating func feed(_ event: AuthEvent) {
    var details = AuthEvent.Details()
    // The keyring holds a refresh token, a password and an access token, or only some of them.
    details.refreshToken = Int.random(in: 0..<4, using: &numbers) > 0
    details.password = Bool.random(using: &numbers)
    details.deadline = Bool.random(using: &numbers) ? nil : now + 600_000
    details.grant = grantKind()
    details.holdsNewer = Int.random(in: 0..<10, using: &numbers) == 0
    details.keepsData = Bool.random(using: &numbers)
    details.lifetime = [1000, 60_000, 900_000].randomElement(using: &numbers) ?? 1000
    details.retryAfter = [0, 0, 120].randomElement(using: &numbers)
    details.jitter = Int64.random(in: 0...1000, using: &numbers)
    // A late response has an older epoch.
    if Int.random(in: 0..<5, using: &numbers) == 0 { details.epoch = machine.epoch - 1 }
    let isAnswer = [.granted, .refused, .forgotten, .fault, .malformed].contains(event)
    // A state that awaits a response must have sent a request.
    if isAnswer, details.epoch == nil, machine.state.isAwaitingGrant, inFlight != machine.epoch {
      broken.append("I1: \(machine.state) waits for nothing")
    }
    if [.wipeSucceeded, .wipeFailed].contains(event), !isDeleting { return }
    if event == .wipeMarker { return }
    if isAnswer, inFlight == details.epoch ?? machine.epoch { inFlight = nil }
    if [.wipeSucceeded, .wipeFailed].contains(event) { isDeleting = false }
    let before = machine.state
    run(event) { machine, now in event.apply(to: &machine, details, at: now) }
    if isAnswer, details.epoch != nil, machine.state != before { broken.append("G8: a late answer counted") }
  }

  private func grantKind() -> Grant {
    switch machine.state {
    case .login: .interactive
    case .silent: .silent
    default: .refresh
    }
  }

  /// Kills and restarts the program. Only the deletion marker and the keyring survive.
  private mutating func crash() {
    let before = machine
    ended += waitingSince.count
    waitingSince = []
    machine = AuthMachine(knowsAccount: mark != nil || before.knowsAccount)
    machine.isOnline = before.isOnline
    // Each process counts its own requests, so the next process starts at zero.
    (grants, silent) = ([], [])
    (inFlight, isDeleting, lastVersion) = (nil, false, 0)
    guard let mark else { return run(.start) { machine, now in (nil, machine.started(at: now)) } }
    run(.wipeMarker) { machine, _ in (nil, machine.wipeMarkerFound(mark)) }
    if case .wipe = machine.state { return }
    broken.append("I8: a mark was passed over")
  }
}

extension AuthWalk {
  /// Sends an event to the state machine and checks the result.
  private mutating func run(
    _ event: AuthEvent? = nil, _ body: (inout AuthMachine, Uptime) -> (CallAction?, [AuthAction])
  ) {
    let before = machine.state
    let wasPowerless = !machine.hasRefreshToken
    let (call, actions) = body(&machine, now)
    if case .join? = call {
      joined += 1
      waitingSince.append(now)
    }
    for action in actions { carryOut(action) }
    noteEnd(before)
    checkEntry(before, event, wasPowerless)
    checkRest()
    guard machine.waiters == waitingSince.count else {
      return broken.append("I2: \(machine.waiters) wait, not \(waitingSince.count)")
    }
    if machine.lastVersion < lastVersion { broken.append("I6: version \(machine.lastVersion)") }
    lastVersion = machine.lastVersion
    if let adopted = actions.firstIndex(of: .adoptTokens(version: lastVersion)),
      let released = actions.firstIndex(of: .releaseWaiters), released < adopted
    {
      broken.append("I7: released before the tokens were there")
    }
  }

  private mutating func carryOut(_ action: AuthAction) {
    switch action {
    case .startGrant(let grant, let epoch):
      if grant == .silent { silent = silent.filter { now - $0 < 86_400_000 } + [now] }
      if silent.count > 3 { broken.append("G5: \(silent.count) silent grants in a day") }
      if inFlight != nil { broken.append("I1: a second grant") }
      inFlight = epoch
      grants = grants.filter { now - $0 < 30_000 } + [now]
      if grants.count > 5 { broken.append("I5: \(grants.count) grants in 30 s") }
    case .cancelGrant(let epoch):
      if inFlight == epoch { inFlight = nil }
    case .releaseWaiters, .failWaiters:
      ended += waitingSince.count
      waitingSince = []
    case .wipe(let reason):
      isDeleting = true
      mark = reason
    case .forgetSecrets: isDeleting = true
    default: break
    }
  }

  private mutating func noteEnd(_ before: AuthState) {
    if !machine.state.isAwaitingGrant { inFlight = nil }
    switch (before, machine.state) {
    case (.wipe, .signedOut), (.leaving, .signedOut):
      isDeleting = false
      if !machine.knowsAccount { mark = nil }
    default: break
    }
  }

  private mutating func checkEntry(_ before: AuthState, _ event: AuthEvent?, _ wasPowerless: Bool) {
    guard case .wipe = machine.state else { return }
    if case .wipe = before { return }
    switch event {
    case .refused?, .gone?, .wipeMarker?: return
    case .unauthorized? where wasPowerless: return
    default: broken.append("I3: wiped by \(event?.rawValue ?? "a timer") in \(before)")
    }
  }

  /// Checks that every state can end, by a timer or by an action of the user.
  private mutating func checkRest() {
    switch machine.state {
    case .boot, .login, .refresh, .silent, .signedIn, .throttled:
      if machine.alarm == nil { broken.append("I10: \(machine.state) has no alarm") }
    case .wipe, .leaving:
      if machine.alarm == nil, !isDeleting { broken.append("I10: \(machine.state) does nothing") }
    case .locked, .signedOut, .offline: break
    }
    switch machine.state {
    case .boot, .login, .signedIn, .refresh, .silent: break
    case .locked, .signedOut, .offline, .throttled, .wipe, .leaving:
      if machine.waiters > 0 { broken.append("I2: someone waits in \(machine.state) for nothing") }
    }
  }
}
