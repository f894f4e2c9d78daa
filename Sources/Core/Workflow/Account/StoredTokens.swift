// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
public import KursModel

/// A member's tokens, as one secret: what one program renews, another of the same person goes on with.
struct StoredTokens: Hashable, Sendable {
  let accessToken: Secret
  let refreshToken: Secret
  /// Until when the access token is good, by the clock of this run of the machine.
  let deadline: Uptime
  let boot: String
  /// The provider of identities by whose word the session began; nil for one that began with a password.
  var issuer: String?
}

extension StoredTokens {
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

/// The form of a sign-in or registration.
public struct SignIn: Sendable {
  /// Scheme, host and port of the account server.
  public var server: String
  public var email: String
  public var password: Secret
  /// Whether the password may be kept in the keyring, to sign in again when the session has ended.
  public var keepsPassword: Bool
  /// The name of a new member; nil signs in one there is.
  public var registersAs: String?
  /// The operator's code with which a new member may come; empty where none is wanted.
  public var invitation = ""
  /// The proof from the browser, instead of a password.
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

/// One renewal at a time among all programs of a person: a lock file that the system frees when its holder ends.
struct SessionLock: Sendable {
  private static let pause = Duration.milliseconds(20)

  private let file: Int32

  /// Waits for its turn and holds up no thread meanwhile; nil where the folder cannot hold such a file.
  ///
  /// Nil, too, once `patience` is over: a program that was stopped half-way keeps no other from renewing.
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

  /// Lets the next one in; to be called once.
  func free() {
    close(file)
  }

  // FNV-1a: only tells members apart; the folder is the person's own.
  private static func name(of member: MemberID) -> String {
    String(member.text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
