// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursItems
import KursModel
import KursNetwork
import Testing
import TestSupport

@testable import KursAPI
@testable import KursWorkflow

/// No printed, logged or dumped account value contains a secret.
@Suite struct DescriptionTests {
  private static let canary = "canary-of-a-secret"
  private static let secret = Secret(canary)

  private static let stored = StoredTokens(
    accessToken: secret, refreshToken: secret, deadline: Uptime(milliseconds: 1), boot: "b")

  private static var form: SignIn {
    var form = SignIn(server: ModelServer.address, email: "ada@example.org", password: secret, keepsPassword: true)
    form.proof = IdentityProof(
      issuer: "https://id.example", code: secret, verifier: secret, nonce: "n", redirectURI: "http://127.0.0.1:1/")
    return form
  }

  private static var session: AuthSession {
    var session = AuthSession(id: 1, member: nil)
    (session.tokens, session.tokensToAdopt, session.form) = (stored, stored, form)
    return session
  }

  private static func item() throws -> SessionResponse {
    let member = #"{"id":"00000000-0000-4000-8000-aaaaaaaaaaaa","email":"a@b.c","name":"a","created":"x","has_password":true}"#
    return try SessionResponse(
      try JSONReader().read(
        Array(#"{"access_token":"\#(canary)","refresh_token":"\#(canary)","expires_in":9,"member":\#(member)}"#.utf8)))
  }

  private static func texts(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [String(describing: value), String(reflecting: value), "\(value)", dumped]
  }

  @Test("printing an account value never reveals a secret", .fault("X06", "B07"))
  func printingAnAccountValueNeverRevealsASecret() throws {
    let headers = ["Authorization": "Bearer \(Self.canary)"] as HTTPHeaders
    let values: [Any] = [
      Self.secret, Self.stored, Self.form, Self.session, try Self.item(),
      try #require(Self.session.accessToken), ProofKey(Array(repeating: 1, count: 32)),
      AccountRequest.signIn(email: "a@b.c", password: Self.canary, device: "d"),
      AccountRequest.renew(refreshToken: Self.canary), AccountRequest.signOut(refreshToken: Self.canary),
      HTTPRequest(.post, "https://a.example/?key=\(Self.canary)", headers: headers, body: Array(Self.canary.utf8)),
      AccountClient.Answer(body: Array(Self.canary.utf8), data: ["access_token": .string(Self.canary)]),
    ]
    let bytes = "\(Array(Self.canary.utf8))".dropFirst().dropLast()
    let verifier = ProofKey(Array(repeating: 1, count: 32)).verifier.exposed
    for value in values {
      for text in Self.texts(of: value) {
        for word in [Self.canary, String(bytes), verifier] {
          #expect(!text.contains(word), "\(type(of: value)) says it")
        }
      }
    }
  }
}
