// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct AuthorizedCall: Sendable {
  let member: Member
  let session: UUID
  var confirmed: Instant
  let now: Instant

  static func admitted(by token: Token, at now: Instant, in database: Database) throws -> AuthorizedCall {
    let sessions = Sessions(database: database)
    guard var session = try sessions.session(token.session) else {
      throw Refusal(try sessions.isDeparted(token.session) ? .accountDeleted : .sessionEnded)
    }
    let before = session.family
    switch session.family.accessAsked(with: token.generation) {
    case .refuseEnded: throw Refusal(.sessionEnded)
    // After this refusal, the client renews the token. The response to the renewal shows whether the session is still
    // valid.
    case .refuseSuperseded: throw Refusal(.tokenExpired)
    case .accept: break
    }
    // The first use of a pair of tokens shows that the client received the pair. Only the first use changes the
    // session.
    if session.family != before { try sessions.update(session, at: now) }
    guard let member = try Members(database: database).member(session.member) else { throw Refusal(.sessionEnded) }
    return AuthorizedCall(member: member, session: session.id, confirmed: session.confirmed, now: now)
  }

  static func isNews(_ token: Token, in database: Database) throws -> Bool {
    guard var session = try Sessions(database: database).session(token.session) else { return false }
    let before = session.family
    _ = session.family.accessAsked(with: token.generation)
    return session.family != before
  }

  var proofSeconds: Int64 {
    // A confirmation in the future doesn't count, because it was stored while the server's clock was ahead.
    guard confirmed <= now.adding(seconds: AttemptLimits.clockTolerance) else { return 0 }
    return min(
      SessionTerms.proofSeconds,
      max(0, SessionTerms.proofSeconds - (now.milliseconds - confirmed.milliseconds) / 1000))
  }

  /// Throws if the session has no recent proof that the user is present. A token isn't enough, because the user may
  /// have left the computer unlocked.
  func requireProof() throws {
    guard proofSeconds > 0 else { throw Refusal(.proofNeeded) }
  }

  func profile(in database: Database) throws -> MemberView {
    MemberView(member, avatar: try Avatars(database: database).view(of: member.id))
  }
}
