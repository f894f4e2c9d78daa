// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// The base of all commands. Clock, ids, randomness, key and network are injected.
struct AccountServer: Sendable {
  let settings: Settings
  let database: ServerDatabase
  let tokens: TokenKey
  let passwords: PasswordQueue
  let limits: AttemptLimits
  let identities: Identities
  let clock: @Sendable () -> Instant
  let makeID: @Sendable () -> UUID

  struct Settings: Sendable {
    var version = "0.0.0"
    var isRegistrationOpen = false
    /// Whether a user with an identity from a trusted provider may sign in without an existing account.
    var isIdentityRegistrationOpen = false
    /// The operator's token; nil if rates can only be imported on the command line.
    var operatorToken: String?
    /// Whether a user with an invitation code from the operator may register.
    var takesInvitations = false
    var space = SpaceTerms()
    /// Returns the server's epoch and renews the stamp. The epoch changes when a backup is restored.
    var epoch: UInt32 = 1
    /// The icon beside the team's rates; nil if the operator gave none.
    var mark: Picture?
    /// The operator's message to every member; nil if there is none.
    var message: String?
    /// The oldest release of Kurs that may sync here; nil if any may.
    var oldestClient: String?
  }
}

extension AccountServer {
  /// Checks the caller and the attempt limit using only the head of the request. Throws a refusal if either fails.
  func admit(_ call: Call, to endpoint: Endpoint) async throws {
    if let limit = endpoint.limit {
      let (kind, key) = lane(of: call, usually: limit)
      try await limits.tried(kind, key, at: clock())
    }
    switch endpoint.caller {
    case .anyone: return
    case .member: _ = try accessToken(of: call)
    case .serverOperator: try checkOperator(of: call)
    }
  }

  /// Returns the limit and key that count a sign-in attempt. A known machine is counted alone, so that its neighbours
  /// don't slow it down.
  func lane(of call: Call, usually limit: AttemptLimits.Kind) -> (AttemptLimits.Kind, String) {
    guard limit == .signInFromAddress, let device = device(of: call) else { return (limit, call.address.text) }
    return (.passwordFromDevice, device.text)
  }

  /// Returns the machine's previous session, from its refresh token of any age; nil if there is none.
  func device(of call: Call) -> UUID? {
    call.bearer.flatMap { tokens.open($0, as: .refresh)?.session }
  }

  /// Runs a command that only reads, without waiting for the writer.
  func readAsMember(
    _ call: Call, _ body: @escaping @Sendable (Database, Visit) throws -> Answer
  ) async throws -> Answer {
    let token = try accessToken(of: call)
    let now = clock()
    // The first use of a pair must be saved. Later uses change nothing.
    let isNew = try await database.read { try Visit.isNews(token, in: $0) }
    if isNew { _ = try await database.write { try Visit.admitted(by: token, at: now, in: $0) } }
    return try await database.read { try body($0, Visit.admitted(by: token, at: now, in: $0)) }
  }

  /// Runs a signed-in member's command in one transaction.
  func asMember(
    _ call: Call, _ body: @escaping @Sendable (Database, Visit) throws -> Answer
  ) async throws -> Answer {
    let token = try accessToken(of: call)
    let now = clock()
    return try await database.write { database in
      try body(database, Visit.admitted(by: token, at: now, in: database))
    }
  }

  /// Runs a signed-in member's command once per `Idempotency-Key`, in one transaction.
  func onceAsMember(
    _ call: Call, _ body: @escaping @Sendable (Database, Visit) throws -> Answer
  ) async throws -> Answer {
    try await asMember(call) { [space = settings.space] database, visit in
      let scope = visit.member.id.text
      return try Space(database: database).bounded(by: space, of: scope, limit: space.member) {
        try AnsweredKeys(database: database, scope: scope, now: visit.now).once(call) { try body(database, visit) }
      }
    }
  }

  /// Returns the access token after checking its seal and time. Only the database shows whether its session is active.
  func accessToken(of call: Call) throws -> Token {
    guard let text = call.bearer else { throw Refusal(.tokenMissing) }
    guard let token = tokens.open(text, as: .access) else { throw Refusal(.tokenInvalid) }
    // The client's next renewal shows whether the session is still valid.
    guard clock() < token.expires, token.epoch == settings.epoch else { throw Refusal(.tokenExpired) }
    return token
  }
}
