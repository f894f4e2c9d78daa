// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Holds the sessions that were created since Kurs started: at most one for each member, and sessions without a member.
struct AuthSessions {
  private var sessions: [Int: AuthSession] = [:]
  private var lastID = 0

  subscript(id: Int) -> AuthSession? {
    get { sessions[id] }
    set { sessions[id] = newValue }
  }

  var all: [AuthSession] { sessions.values.sorted { $0.id < $1.id } }

  func first(of member: MemberID?) -> AuthSession? { all.first { $0.member?.id == member } }

  mutating func add(_ member: Member?, isOnline: Bool) -> Int {
    lastID += 1
    sessions[lastID] = AuthSession(id: lastID, member: member, isOnline: isOnline)
    if member == nil { _ = sessions[lastID]?.machine.credentialsMissing() }
    return lastID
  }

  mutating func remove(of member: MemberID?, besides kept: [Int] = []) {
    for session in all where session.member?.id == member && !kept.contains(session.id) { sessions[session.id] = nil }  // guards A34: session.member?.id == member && !kept.contains(session.id) => !kept.contains(session.id)
  }
}
