// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct SessionView: Encodable {
  let tokenType = "Bearer"
  let accessToken: String
  let expiresIn = SessionTerms.accessSeconds
  let refreshToken: String
  let refreshExpiresIn: Int64
  let member: MemberView

  enum CodingKeys: String, CodingKey {
    case tokenType = "token_type"
    case accessToken = "access_token"
    case expiresIn = "expires_in"
    case refreshToken = "refresh_token"
    case refreshExpiresIn = "refresh_expires_in"
    case member
  }
}

extension AccountServer {
  /// Begins a session. `old`: the computer's previous session, which ends at the first use of the new session.
  func begin(
    for member: Member, device: String?, replacing old: UUID? = nil, at now: Instant, in database: Database
  ) throws -> Answer {
    let session = Session(
      id: makeID(), member: member.id, family: TokenFamily(), confirmed: now, created: now, replaces: old)
    try Sessions(database: database).insert(session, device: device ?? "", at: now)
    return try answer(session, generation: session.family.newest, of: member, at: now, in: database)
  }

  func renew(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let refreshToken: String
      enum CodingKeys: String, CodingKey { case refreshToken = "refresh_token" }
    }
    let request = try call.json(Request.self)
    guard let token = tokens.open(request.refreshToken, as: .refresh) else { throw Refusal(.tokenInvalid) }
    let now = clock()
    // The token is from before a restore of the database, so the server no longer accepts it. The client must sign in
    // again.
    guard token.epoch == settings.epoch else { throw Refusal(.signInAgain) }
    // The token may look expired only because a clock was wrong. So the client keeps its data and only has to sign in
    // again.
    guard now < token.expires else { throw Refusal(.signInAgain) }
    // The refusal is returned and not thrown, so that the transaction saves the session's end.
    return try await database.write { database in try renewal(token, at: now, in: database) }.get()
  }

  private func renewal(_ token: Token, at now: Instant, in database: Database) throws -> Result<Answer, Refusal> {
    let sessions = Sessions(database: database)
    guard var session = try sessions.session(token.session),
      let member = try Members(database: database).member(session.member)
    else { return .failure(Refusal(try sessions.isDeparted(token.session) ? .accountDeleted : .signInAgain)) }
    // After this refusal, the client keeps its data and signs in again, if possible with the password in the keyring.
    guard now < session.created.adding(seconds: SessionTerms.longestSeconds) else {
      _ = try sessions.end(session.id, at: now)
      return .failure(Refusal(.signInAgain))
    }
    switch session.family.renewalAsked(with: token.generation) {
    case .refuseEnded:
      return .failure(Refusal(.sessionEnded))
    case .refuseReused:
      _ = try sessions.end(session.id, at: now)  // guards B05
      return .failure(Refusal(.tokenReused))
    case .refuseUnknown:
      return .failure(Refusal(.signInAgain))
    case .issue(let generation):
      try sessions.renewed(session, at: now)
      return .success(try answer(session, generation: generation, of: member, at: now, in: database))
    }
  }

  private func answer(
    _ session: Session, generation: Int, of member: Member, at now: Instant, in database: Database
  ) throws -> Answer {
    let left = session.created.adding(seconds: SessionTerms.longestSeconds).milliseconds - now.milliseconds
    func token(_ kind: Token.Kind, _ seconds: Int64) -> String {
      tokens.seal(
        Token(
          kind: kind, session: session.id, generation: generation, epoch: settings.epoch,
          expires: now.adding(seconds: seconds)))
    }
    return try .of(
      SessionView(
        accessToken: token(.access, SessionTerms.accessSeconds),
        // The token is valid for longer than the session. So a client that renews too late gets the refusal that asks
        // for a new sign-in.
        refreshToken: token(.refresh, SessionTerms.refreshSeconds),
        refreshExpiresIn: min(SessionTerms.refreshSeconds, max(1, left / 1000)),
        member: MemberView(member, avatar: try Avatars(database: database).view(of: member.id))))
  }

  func signOut(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let refreshToken: String?
      let everywhere: Bool?
      enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
        case everywhere
      }
    }
    let request = try call.json(Request.self)
    // An expired token may still end its session, because the seal proves that this server issued the token.
    let token =
      request.refreshToken.map { tokens.open($0, as: .refresh) } ?? call.bearer.map { tokens.open($0, as: .access) }
    guard let token else { throw Refusal(.tokenMissing) }
    guard let token else { throw Refusal(.tokenInvalid) }
    let now = clock()
    return try await database.write { database in
      let sessions = Sessions(database: database)
      // An outdated token may be a stolen copy, so it must not end the session of the newer tokens.
      guard let session = try sessions.session(token.session), session.family.isCurrent(token),
        token.epoch == settings.epoch
      else {
        return try .of(Ended(ended: 0))
      }
      let ended =
        request.everywhere == true && now < token.expires
        ? try sessions.endAll(of: session.member, but: nil, at: now)
        : try sessions.end(session.id, at: now) ? 1 : 0
      return try .of(Ended(ended: ended))
    }
  }
}

struct Ended: Encodable {
  let ended: Int
}
