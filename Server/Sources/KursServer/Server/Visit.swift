// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// A signed-in member's request, inside its transaction.
struct Visit: Sendable {
  let member: Member
  let session: UUID
  /// When the person last showed that it is they.
  var confirmed: Instant
  let now: Instant

  /// Looks up whose token it is; refuses one whose session has ended.
  static func admitted(by token: Token, at now: Instant, in database: Database) throws -> Visit {
    let sessions = Sessions(database: database)
    guard var session = try sessions.session(token.session) else {
      throw Refusal(try sessions.isDeparted(token.session) ? .accountDeleted : .sessionEnded)
    }
    let before = session.family
    switch session.family.accessAsked(with: token.generation) {
    case .refuseEnded: throw Refusal(.sessionEnded)
    // A renewal shows what has become of it.
    case .refuseSuperseded: throw Refusal(.tokenExpired)
    case .accept: break
    }
    // Once for each pair: the first use shows that it arrived.
    if session.family != before { try sessions.update(session, at: now) }
    guard let member = try Members(database: database).member(session.member) else { throw Refusal(.sessionEnded) }
    return Visit(member: member, session: session.id, confirmed: session.confirmed, now: now)
  }

  /// Whether the use of this token shows something that is not known yet.
  static func isNews(_ token: Token, in database: Database) throws -> Bool {
    guard var session = try Sessions(database: database).session(token.session) else { return false }
    let before = session.family
    _ = session.family.accessAsked(with: token.generation)
    return session.family != before
  }

  /// Seconds for which that still counts.
  var proofSeconds: Int64 {
    // A stamp from the future, when the clock was ahead, is no proof.
    guard confirmed <= now.adding(seconds: AttemptLimits.clockTolerance) else { return 0 }
    return min(
      SessionTerms.proofSeconds,
      max(0, SessionTerms.proofSeconds - (now.milliseconds - confirmed.milliseconds) / 1000))
  }

  /// Refuses where nobody has shown of late who they are: a token alone, on a screen left open, is not enough.
  func requireProof() throws {
    guard proofSeconds > 0 else { throw Refusal(.proofNeeded) }
  }

  /// The answer that says who the member is.
  func profile(in database: Database) throws -> MemberView {
    MemberView(member, avatar: try Avatars(database: database).view(of: member.id))
  }
}
