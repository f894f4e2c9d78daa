// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema

extension Command {
  static let waysIn = Command(
    "account/ways", path: "/api/v1/member/identities/", accept: json, schema: "account/ways", needsSignIn: true)
  static let confirm = Command(
    "account/confirm", method: .post, path: "/api/v1/member/confirm/", accept: json, schema: "account/ways",
    needsSignIn: true)
  static let addIdentity = Command(
    "account/identity-new", method: .post, path: "/api/v1/member/identities/add/", accept: json,
    schema: "account/ways", needsSignIn: true)
  static let removeIdentity = Command(
    "account/identity-gone", method: .post, path: "/api/v1/member/identities/remove/", accept: json,
    schema: "account/ways", needsSignIn: true)
}

extension AccountRequest {
  /// How the member may sign in.
  public static let waysIn = AccountRequest(.waysIn)

  /// The password once more, as proof that the person sits there.
  public static func confirm(password: String) -> AccountRequest {
    AccountRequest(.confirm, ["password": .string(password)])
  }

  /// As a sign-in with the same code, but adds the identity to the member.
  public static func addIdentity(
    issuer: String, code: String, verifier: String, nonce: String, redirectURI: String
  ) -> AccountRequest {
    AccountRequest(
      .addIdentity,
      [
        "issuer": .string(issuer), "code": .string(code), "code_verifier": .string(verifier),
        "nonce": .string(nonce), "redirect_uri": .string(redirectURI),
      ])
  }

  /// `subject`: the provider's own name for the person.
  public static func removeIdentity(issuer: String, subject: String) -> AccountRequest {
    AccountRequest(.removeIdentity, ["issuer": .string(issuer), "subject": .string(subject)])
  }
}
