// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

public struct SignIn: Sendable {
  /// Scheme, host and port of the account server.
  public var server: String
  public var email: String
  public var password: Secret
  /// Whether to store the password in the keyring, so that Kurs can sign in again after the session ends.
  public var keepsPassword: Bool
  /// The name of a new member. Nil signs in an existing member.
  public var registersAs: String?
  /// The invitation code from the server's operator. Empty if the server requires no invitation.
  public var invitation = ""
  /// The code from the server's operator to set a new password. Empty for a usual sign-in.
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

  init(server: String, proof: IdentityProof) {
    self.init(server: server, email: "", password: Secret(""))
    self.proof = proof
  }

  func request(device: String) -> AccountRequest {
    if let proof {
      return .signIn(
        issuer: proof.issuer, code: proof.code.exposed, verifier: proof.verifier.exposed, nonce: proof.nonce,
        redirectURI: proof.redirectURI, device: device)
    }
    if !resetCode.isEmpty {
      return .resetPassword(email: email, code: resetCode.exposed, password: password.exposed, device: device)
    }
    guard let registersAs else {
      return .signIn(email: email, password: password.exposed, device: device)
    }
    return .register(
      email: email, password: password.exposed, name: registersAs, device: device, invitation: invitation)
  }

  /// A hash that recognises a repeated sign-in. The hash is different in each run of the program.
  var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(server)
    hasher.combine(email)
    hasher.combine(password)
    return hasher.finalize()
  }
}
