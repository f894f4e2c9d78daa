// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel
public import KursStorage

/// The account: signs in and out, renews, switches between members, and sends what needs to be signed in.
///
/// Nothing below this layer knows of signing in; nothing above it sees a token.
public actor AccountWorkflow {
  let person: PersonDatabase
  let environment: AccountEnvironment
  private(set) var data: [MemberData]
  var sessions: [Int: AuthSession] = [:]
  /// The session whose member's data shows.
  var current = 0
  var isOnline = true
  var members: [Member] = []
  var queue: OfflineQueue?
  /// The one sign-in with the browser that is under way.
  var browser: BrowserSession?
  private var lastNumber = 0
  private var cachedClient: AccountClient?
  private var listeners = Listeners<AccountState>()
  private var published: AccountState?

  /// `data`: what parts of Kurs keep of a member outside `person.sqlite`. Touches neither disk nor network.
  public init(person: PersonDatabase, environment: AccountEnvironment, data: [MemberData]) {
    self.person = person
    self.environment = environment
    self.data = data
    sessions[0] = AuthSession(id: 0, member: nil)
    _ = sessions[0]?.machine.credentialsMissing()
  }

  public var state: AccountState {
    let shown = sessions[current]
    return AccountState(
      phase: shown?.phase ?? .signedOut(nil), member: shown?.member, members: members,
      isRemembered: shown?.isRemembered ?? true, keyringFailure: shown?.keyringFailure, browserWay: shown?.way,
      service: shown?.service.terms ?? ServiceTerms(), neededRelease: shown?.service.neededRelease)
  }

  /// The state now and after each change; only the newest waits for a slow reader.
  public func states() -> AsyncStream<AccountState> {
    listeners.states(from: state)
  }

  /// Deletes these too with whatever else is kept of a member; to be said before the start.
  public func wipeToo(_ more: [MemberData]) { data += more }

  /// Shows what is stored of the last member, finishes what was left undone, then finds out who is signed in.
  public func start() async {
    let stored = (try? await person.members()) ?? []
    members = stored.filter { $0.wipeReason == nil }.map(\.member)  // guards A33: $0.wipeReason == nil => true
    for member in stored where member.wipeReason != nil { finishWipe(of: member) }  // guards A32, A33: member.wipeReason != nil => false
    if let last = stored.first(where: { $0.isCurrent && $0.wipeReason == nil }) {
      current = open(last.member, isSignedIn: last.isSignedIn)
    }
    publish()
  }

  /// Shows another member's data, or with nil what is kept without an account, at once.
  public func switchTo(_ id: MemberID?) async {
    let before = sessions[current]?.member?.id
    if let id {
      guard let member = members.first(where: { $0.id == id }) else { return }
      let isSignedIn = (try? await person.members())?.first { $0.member.id == id }?.isSignedIn ?? true
      current = open(member, isSignedIn: isSignedIn)
    } else {
      current = guest()
    }
    publish()
    if id != before { environment.track(.accountSwitched) }
    try? await person.makeCurrent(id ?? .nobody, at: environment.clock())
  }

  /// The network came or went.
  public func networkChanged(isOnline: Bool) {
    self.isOnline = isOnline
    for id in sessions.keys.sorted() {
      handle(id) { isOnline ? $0.networkFound(at: $1) : $0.networkLost(at: $1) }
    }
  }

  /// Another program of the person may have renewed.
  public func keyringChanged() {
    handle(current) { $0.keyringChanged(at: $1) }
  }

  /// "Unlock", "Try again".
  public func retry() {
    handle(current) { $0.retried(at: $1) }
  }

  /// Ends all waiting; the windows are gone.
  public func close() {
    listeners.finish()
    cancelBrowser()
    for id in sessions.keys {
      sessions[id]?.alarm?.task.cancel()
      sessions[id]?.remembering?.cancel()
      sessions[id]?.unlocking?.cancel()
    }
  }
}

extension AccountWorkflow {
  /// Feeds an event to a session's machine, carries out what it says, tells the windows.
  func handle(_ id: Int, _ event: (inout AuthMachine, Uptime) -> [AuthAction]) {
    guard sessions[id] != nil else { return }
    let now = environment.uptime()
    let actions = sessions[id].map { session -> [AuthAction] in
      var machine = session.machine
      let actions = event(&machine, now)
      sessions[id]?.machine = machine
      return actions
    }
    for action in actions ?? [] { carryOut(action, id) }
    rearm(id)
    awaitUnlocking(id)
    publish()
  }

  func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The session of a member, opened where there is none yet.
  func open(_ member: Member, isSignedIn: Bool) -> Int {
    if let open = sessions.values.first(where: { $0.member?.id == member.id && $0.machine.state != .out }) {
      return open.id
    }
    for old in sessions.values where old.member?.id == member.id { sessions[old.id] = nil }
    let id = newNumber()
    sessions[id] = AuthSession(id: id, member: member, isOnline: isOnline)
    handle(id) { isSignedIn ? $0.started(at: $1) : $0.credentialsMissing() }
    return id
  }

  /// The session of nobody.
  func guest() -> Int {
    if let guest = sessions.values.first(where: { $0.member == nil }) { return guest.id }
    let id = newNumber()
    sessions[id] = AuthSession(id: id, member: nil, isOnline: isOnline)
    _ = sessions[id]?.machine.credentialsMissing()
    return id
  }

  func client() -> AccountClient {
    if let cachedClient { return cachedClient }
    let client = environment.client()
    cachedClient = client
    return client
  }

  /// The next call makes its way to the server anew: what the old one remembers of a member goes with it.
  func dropClient() {
    cachedClient = nil
  }

  func publish() {
    let state = state
    guard state != published else { return }
    published = state
    listeners.tell(state)
  }

  private func rearm(_ id: Int) {
    guard let session = sessions[id], session.alarm?.due != session.machine.alarm else { return }
    session.alarm?.task.cancel()
    sessions[id]?.alarm = session.machine.alarm.map { due in
      let task = Task { [weak self, sleep = environment.sleep] in
        await sleep(due)
        guard !Task.isCancelled else { return }
        await self?.alarmRang(id)
      }
      return (due, task)
    }
  }

  private func alarmRang(_ id: Int) {
    sessions[id]?.alarm = nil
    handle(id) { [jitter = environment.jitter()] in $0.alarmRang(jitter: jitter, at: $1) }
  }
}
