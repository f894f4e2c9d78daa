// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// Removes a member's data after a sign-out. After a crash, the next start continues the removal. A new sign-in of the
/// member ends the removal.
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

  /// Removes tokens and password from the keyring. Then removes the member from this computer too, unless the user
  /// chose to keep the data.
  func removeSecrets(of member: MemberID) async throws {
    guard case .leaving(_, let step)? = try await user.state(of: member), !step.isOfData else { return }
    try await tokens.remove(of: member)
    try await user.finish(step, of: member)
  }
}
