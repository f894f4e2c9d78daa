// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// A member's tokens. The keyring stores them as one secret, which all programs of the user share.
struct StoredTokens: Hashable, Sendable {
  let accessToken: Secret
  let refreshToken: Secret
  /// The expiry of the access token. This time is valid only while the computer's boot id is `boot`.
  let deadline: Uptime
  let boot: String
  /// The session's identity provider. Nil for a password sign-in.
  var issuer: String?
}

extension StoredTokens {
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

  func isOf(_ run: String) -> Bool { !run.isEmpty && boot == run }

  var secret: Secret {
    let lines = [Self.form, refreshToken.exposed, accessToken.exposed, "\(deadline.milliseconds)", boot]
    return Secret((lines + (issuer.map { [$0] } ?? [])).joined(separator: "\n"))
  }

  private static let form = "kurs-session-1"
}
