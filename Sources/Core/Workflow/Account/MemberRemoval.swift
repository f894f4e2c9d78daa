// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// Removes a member's data after a sign-out. The next start continues an interrupted removal. A new sign-in ends it.
struct MemberRemoval: Sendable {
  let user: UserDatabase
  let tokens: TokenStore
  var data: [MemberData]

  func removeData(of member: MemberID) async throws {
    while case .leaving(_, let step)? = try await user.state(of: member), step.isOfData {  // guards A07, A08, A32, S16: step.isOfData => false
      if step == .files {
        for part in data { try await part.wipe(member) }  // guards A32, A33: data => []
      }
      try await user.finish(step, of: member)
    }
  }

  /// Removes the member's secrets from the keyring and, unless the user keeps the data, the member from this computer.
  func removeSecrets(of member: MemberID) async throws {
    guard case .leaving(_, let step)? = try await user.state(of: member), !step.isOfData else { return }
    try await tokens.remove(of: member)
    try await user.finish(step, of: member)
  }
}
