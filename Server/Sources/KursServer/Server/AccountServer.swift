// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// The commands' common ground; clock, ids, randomness, key and network come in from outside.
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
    /// Whether a person whom a trusted identity provider vouches for may come without being registered.
    var isIdentityRegistrationOpen = false
    /// Nil where rates come in by the command line only.
    var operatorToken: String?
    /// What stands beside the team's rates; nil where the operator gave none.
    var mark: Picture?
  }
}

extension AccountServer {
  /// Refuses who cannot be meant, by what stands in the head of the request alone.
  func admit(_ call: Call, as caller: Endpoint.Caller) throws {
    switch caller {
    case .anyone: return
    case .member: _ = try accessToken(of: call)
    case .serverOperator: try checkOperator(of: call)
    }
  }

  /// Carries out a signed-in member's command in one transaction.
  func asMember(
    _ call: Call, _ body: @escaping @Sendable (Database, Visit) throws -> Answer
  ) async throws -> Answer {
    let token = try accessToken(of: call)
    let now = clock()
    return try await database.write { database in
      try body(database, Visit.admitted(by: token, at: now, in: database))
    }
  }

  /// The same, once for each `Idempotency-Key`.
  func onceAsMember(
    _ call: Call, _ body: @escaping @Sendable (Database, Visit) throws -> Answer
  ) async throws -> Answer {
    try await asMember(call) { database, visit in
      try AnsweredKeys(database: database, scope: visit.member.id.text, now: visit.now).once(call) {
        try body(database, visit)
      }
    }
  }

  /// The access token, its seal and time checked; whether its session lives, the database tells.
  func accessToken(of call: Call) throws -> Token {
    guard let text = call.bearer else { throw Refusal(.tokenMissing) }
    guard let token = tokens.open(text, as: .access) else { throw Refusal(.tokenInvalid) }
    guard clock() < token.expires else { throw Refusal(.tokenExpired) }
    return token
  }
}
