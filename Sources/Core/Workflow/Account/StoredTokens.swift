// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
public import KursModel

/// A member's tokens as one secret, which all programs of the user share.
struct StoredTokens: Hashable, Sendable {
  let accessToken: Secret
  let refreshToken: Secret
  /// The expiry of the access token by the clock of `boot`.
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

public struct SignIn: Sendable {
  /// Scheme, host and port of the account server.
  public var server: String
  public var email: String
  public var password: Secret
  /// Whether to store the password in the keyring, to sign in again after the session ended.
  public var keepsPassword: Bool
  /// The name of a new member. Nil signs in an existing member.
  public var registersAs: String?
  /// The operator's code for new members. Empty if none is required.
  public var invitation = ""
  /// The operator's code to set a new password. Empty for a usual sign-in.
  public var resetCode = Secret("")
  var proof: IdentityProof?

  public init(
    server: String, email: String, password: Secret, keepsPassword: Bool = false, registersAs: String? = nil
  ) {
    self.server = server
    self.email = email
    self.password = password
    self.keepsPassword = keepsPassword
    self.registersAs = registersAs
  }
}

extension SignIn {
  init(server: String, proof: IdentityProof) {
    self.init(server: server, email: "", password: Secret(""))
    self.proof = proof
  }
}

/// A lock file that allows one renewal at a time among all programs of a user. It is freed when its holder ends.
struct SessionLock: Sendable {
  private static let pause = Duration.milliseconds(20)

  private let file: Int32

  /// Waits for the lock without blocking a thread; nil if the file can't be created or `patience` has passed.
  init?(folder: String?, member: MemberID, patience: Duration) async {
    guard let folder else { return nil }
    let file = open("\(folder)/kurs-\(Self.name(of: member)).lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    let deadline = ContinuousClock.now + patience
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline, !Task.isCancelled else {
        close(file)
        return nil
      }
      try? await Task.sleep(for: Self.pause)
    }
    self.file = file
  }

  func free() {
    close(file)
  }

  // FNV-1a is enough here, because only the user can write to the folder.
  private static func name(of member: MemberID) -> String {
    String(member.text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
