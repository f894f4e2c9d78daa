// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// A member's tokens, as one secret: what one program renews, another of the same person goes on with.
struct StoredSession: Hashable, Sendable {
  let accessToken: Secret
  let refreshToken: Secret
  /// Until when the access token is good, by the clock of this run of the machine.
  let deadline: Uptime
  let boot: String

  init(accessToken: Secret, refreshToken: Secret, deadline: Uptime, boot: String) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.deadline = deadline
    self.boot = boot
  }

  /// Nil for anything that `secret` does not write.
  init?(_ secret: Secret) {
    let lines = secret.exposed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 5, lines[0] == Self.form, !lines[1].isEmpty, let deadline = Int64(lines[3]) else {
      return nil
    }
    refreshToken = Secret(lines[1])
    accessToken = Secret(lines[2])
    self.deadline = Uptime(milliseconds: deadline)
    boot = lines[4]
  }

  /// Whether its deadline is by the clock of this run of the machine.
  func isOf(_ run: String) -> Bool { !run.isEmpty && boot == run }

  var secret: Secret {
    let lines = [Self.form, refreshToken.exposed, accessToken.exposed, "\(deadline.milliseconds)", boot]
    return Secret(lines.joined(separator: "\n"))
  }

  private static let form = "kurs-session-1"
}
