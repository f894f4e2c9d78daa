// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB
import HTTPTypes

/// The state that all commands of the server share. Clock, ids, random numbers, key and network are passed to `init`.
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
    var isIdentityRegistrationOpen = false
    /// The token for uploading rates. If nil, rates can only be imported on the command line.
    var operatorToken: String?
    var takesInvitations = false
    var space = SpaceTerms()
    /// The number of the server's epoch. A restored backup starts a new epoch, in which older tokens are invalid.
    var epoch: UInt32 = 1
    var mark: Picture?
    var message = Live<String?>(nil)
    /// The oldest release of Kurs that may sync. Nil if every release may.
    var oldestClient: String?
    var health = Live<String?>(nil)
  }
}

extension AccountServer {
  /// Checks the caller and the attempt limit before the body is read.
  func admit(_ call: Call, to endpoint: Endpoint) async throws {
    if endpoint.method == .post {
      try call.checkOrigin()
      if endpoint.takesJSON { try call.checkJSON() }
    }
    if let kind = endpoint.limit {
      let lane = AttemptLimits.Lane(kind, call.address.text)
      if kind != .signInFromAddress {
        try await limits.tried(lane, at: clock())
      } else if device(of: call) == nil {
        // The limit is only checked here, because an attempt counts only after its password was wrong. A computer with
        // a token has a separate limit, which is checked when the token's account is known.
        try await limits.check([lane], at: clock())
      }
    }
    switch endpoint.caller {
    case .anyone: return
    case .member: _ = try accessToken(of: call)
    case .serverOperator: try await checkOperator(of: call)
    }
  }

  /// Returns the session of the refresh token that a computer sends when it signs in. The token may be expired or
  /// belong to another member. So callers must check that the session belongs to the account.
  func device(of call: Call) -> UUID? {
    call.bearer.flatMap { tokens.open($0, as: .refresh)?.session }
  }

  func readAsMember(
    _ call: Call, _ body: @escaping @Sendable (Database, AuthorizedCall) throws -> Answer
  ) async throws -> Answer {
    let token = try accessToken(of: call)
    let now = clock()
    // Only the first use of a pair of tokens must be saved, because later uses change nothing.
    let isNew = try await database.read { try AuthorizedCall.isNews(token, in: $0) }
    if isNew { _ = try await database.write { try AuthorizedCall.admitted(by: token, at: now, in: $0) } }
    return try await database.read { try body($0, AuthorizedCall.admitted(by: token, at: now, in: $0)) }
  }

  func asMember(
    _ call: Call, _ body: @escaping @Sendable (Database, AuthorizedCall) throws -> Answer
  ) async throws -> Answer {
    let token = try accessToken(of: call)
    let now = clock()
    return try await database.write { database in
      try body(database, AuthorizedCall.admitted(by: token, at: now, in: database))
    }
  }

  func onceAsMember(
    _ call: Call, _ body: @escaping @Sendable (Database, AuthorizedCall) throws -> Answer
  ) async throws -> Answer {
    try await asMember(call) { [space = settings.space] database, caller in
      let scope = caller.member.id.text
      return try Space(database: database).bounded(by: space, of: scope, limit: space.member) {
        try AnsweredKeys(database: database, scope: scope, now: caller.now).once(call) { try body(database, caller) }
      }
    }
  }

  /// Returns the access token after checking its seal, expiry and epoch. Whether its session is active is checked
  /// later, in the database.
  func accessToken(of call: Call) throws -> Token {
    guard let text = call.bearer else { throw Refusal(.tokenMissing) }
    guard let token = tokens.open(text, as: .access) else { throw Refusal(.tokenInvalid) }
    // After this refusal, the client renews the token. The response to the renewal shows whether the session is still
    // valid.
    guard clock() < token.expires, token.epoch == settings.epoch else { throw Refusal(.tokenExpired) }
    return token
  }
}
