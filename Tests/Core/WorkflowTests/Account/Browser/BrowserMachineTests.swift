// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Tests the browser sign-in with every pair of event and state, 66 in all.
@Suite struct BrowserMachineTests {
  // In the table, `=` means that the state stays and no action follows.
  static let table = """
    event      IDLE    FINDING OPENING   WAITING   REDEEMING OVER
    start      FINDING =       =         =         =         =
    found      port    OPENING port      port      port      port
    notFound   =       OVER    =         =         =         =
    opened     =       =       WAITING   =         =         =
    notOpened  =       =       OVER      =         =         =
    code       =       =       REDEEMING REDEEMING =         =
    denied     =       =       OVER      OVER      =         =
    strange    =       =       =         =         =         =
    time       =       =       OVER      OVER      =         =
    cancel     OVER    OVER    OVER      OVER      grant     =
    redeemed   =       =       =         =         OVER      =
    """

  private static let now = Uptime(milliseconds: 1_000_000)
  private static let request: AuthorizationRequest = {
    var request = AuthorizationRequest(
      to: AuthorizationProvider(issuer: "https://id", clientID: "kurs", endpoint: "https://id/authorize"),
      random: { [UInt8](repeating: 1, count: $0) })
    request.port = 1
    return request
  }()

  enum Event: String, CaseIterable, Sendable {
    case start, found, notFound, opened, notOpened, code, denied, strange, time, cancel, redeemed
  }

  enum Name: String, CaseIterable { case idle, finding, opening, waiting, redeeming, over }

  @Test("each event changes the browser sign-in as the test's table lists", arguments: Event.allCases)
  func eachEventChangesTheBrowserSignInAsTheTestsTableLists(event: Event) throws {
    let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let row = try #require(rows.first { $0[0] == event.rawValue })
    #expect(rows[0].dropFirst().map { $0.lowercased() } == Name.allCases.map(\.rawValue))
    for (name, cell) in zip(Name.allCases, row.dropFirst()) {
      var machine = Self.machine(name)
      let before = machine
      let actions = Self.apply(event, to: &machine)
      switch cell {
      case "=":
        #expect(actions.isEmpty && Self.name(machine) == name, "\(event) in \(name)")
        if event != .strange { #expect(machine == before, "\(event) in \(name)") }
      case "port": #expect(actions == [.closePort] && machine == before, "\(event) in \(name)")
      case "grant": #expect(actions == [.cancelRedeeming] && machine == before, "\(event) in \(name)")
      default: #expect(Self.name(machine)?.rawValue == cell.lowercased(), "\(event) in \(name)")
      }
    }
  }

  @Test("the local port is closed before the browser sign-in ends")
  func theLocalPortIsClosedBeforeTheBrowserSignInEnds() {
    for name in [Name.opening, .waiting] {
      for event in [Event.denied, .time, .cancel] {
        var machine = Self.machine(name)
        let actions = Self.apply(event, to: &machine)
        #expect(actions.count == 2 && actions.first == .closePort, "\(event) in \(name)")
      }
    }
  }

  @Test("the browser's code is redeemed once, with the request's verifier")
  func theBrowsersCodeIsRedeemedOnceWithTheRequestsVerifier() {
    var machine = Self.machine(.waiting)
    let proof = IdentityProof(
      issuer: "https://id", code: Secret("c"), verifier: Self.request.key.verifier, nonce: Self.request.nonce,
      redirectURI: "http://127.0.0.1:1/callback")
    #expect(machine.answered(.code(Secret("c"))) == [.closePort, .redeem(proof)])
    #expect(machine.answered(.code(Secret("c"))) == [])
    #expect(machine.due == nil)
    #expect(machine.redeemed(nil) == [.answer(nil)])
    #expect(machine.redeemed(.unreachable) == [])
  }

  @Test("the browser sign-in times out after ten minutes") func theBrowserSignInTimesOutAfterTenMinutes() {
    var machine = Self.machine(.waiting)
    #expect(machine.due == Self.now + 600_000)
    #expect(machine.timedOut(at: Self.now + 599_999) == [])
    #expect(machine.timedOut(at: Self.now + 600_000) == [.closePort, .answer(.browser(.timedOut))])
  }

  @Test("a wrong browser response is reported only if no valid response follows")
  func aWrongBrowserResponseIsReportedOnlyIfNoValidResponseFollows() {
    var machine = Self.machine(.waiting)
    #expect(machine.answered(.foreign) == [])
    #expect(machine.answered(.otherRequest) == [])
    var other = machine
    #expect(machine.timedOut(at: Self.now + 600_000) == [.closePort, .answer(.browser(.foreignResponse))])
    #expect(other.answered(.denied) == [.closePort, .answer(.browser(.denied))])
  }

  private static func machine(_ name: Name) -> BrowserMachine {
    var machine = BrowserMachine()
    let way: [Event] =
      switch name {
      case .idle: []
      case .finding: [.start]
      case .opening: [.start, .found]
      case .waiting: [.start, .found, .opened]
      case .redeeming: [.start, .found, .opened, .code]
      case .over: [.start, .notFound]
      }
    for event in way { _ = apply(event, to: &machine) }
    return machine
  }

  private static func apply(_ event: Event, to machine: inout BrowserMachine) -> [BrowserAction] {
    switch event {
    case .start: machine.started()
    case .found: machine.found(request, at: now)
    case .notFound: machine.notFound(.unreachable)
    case .opened: machine.opened()
    case .notOpened: machine.notOpened()
    case .code: machine.answered(.code(Secret("c")))
    case .denied: machine.answered(.denied)
    case .strange: machine.answered(.foreign)
    case .time: machine.timedOut(at: now + 600_000)
    case .cancel: machine.cancelled()
    case .redeemed: machine.redeemed(nil)
    }
  }

  private static func name(_ machine: BrowserMachine) -> Name? {
    switch machine.state {
    case .idle: .idle
    case .finding: .finding
    case .opening: .opening
    case .waiting: .waiting
    case .redeeming: .redeeming
    case .ended: .over
    }
  }
}
