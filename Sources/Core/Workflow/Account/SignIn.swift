// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

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
  /// The operator's code with which the password becomes the member's new one; empty for a usual sign-in.
  public var resetCode = Secret("")
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
