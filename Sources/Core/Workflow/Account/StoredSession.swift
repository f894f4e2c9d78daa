// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// A member's tokens, as one secret: what one program renews, another of the same person goes on with.
struct StoredSession: Hashable, Sendable {
  let accessToken: Secret
  let refreshToken: Secret
  /// Until when the access token is good, by the clock of this run of the machine.
  let deadline: Uptime
  let boot: String
  /// The provider of identities by whose word the session began; nil for one that began with a password.
  var issuer: String?
}

extension StoredSession {
  /// Nil for anything that `secret` does not write.
  init?(_ secret: Secret) {
    let lines = secret.exposed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard (5...6).contains(lines.count), lines[0] == Self.form, !lines[1].isEmpty, let deadline = Int64(lines[3]) else {
      return nil
    }
    refreshToken = Secret(lines[1])
    accessToken = Secret(lines[2])
    self.deadline = Uptime(milliseconds: deadline)
    boot = lines[4]
    issuer = lines.count == 6 ? lines[5] : nil
  }

  /// Whether its deadline is by the clock of this run of the machine.
  func isOf(_ run: String) -> Bool { !run.isEmpty && boot == run }

  var secret: Secret {
    let lines = [Self.form, refreshToken.exposed, accessToken.exposed, "\(deadline.milliseconds)", boot]
    return Secret((lines + (issuer.map { [$0] } ?? [])).joined(separator: "\n"))
  }

  private static let form = "kurs-session-1"
}
