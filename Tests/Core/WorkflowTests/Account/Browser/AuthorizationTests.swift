// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct AuthorizationTests {
  private static let request: AuthorizationRequest = {
    var drawn: UInt8 = 0
    var request = AuthorizationRequest(
      to: AuthorizationProvider(
        issuer: "https://id.example.org/realms/a", clientID: "kurs & co",
        endpoint: "https://id.example.org/authorize?tenant=1"),
      random: { count in
        drawn += 1
        return [UInt8](repeating: drawn, count: count)
      })
    request.port = 4711
    return request
  }()

  private func answer(_ target: String) -> AuthorizationResponse { AuthorizationResponse(target, to: Self.request) }

  @Test("the address opened in the browser contains no secret")
  func theAddressOpenedInTheBrowserContainsNoSecret() throws {
    let parts = try #require(URLComponents(string: Self.request.address))
    let items = Dictionary(uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") })
    #expect(
      items == [
        "tenant": "1", "response_type": "code", "client_id": "kurs & co", "scope": "openid email profile",
        "redirect_uri": "http://127.0.0.1:4711/callback", "state": Self.request.state, "nonce": Self.request.nonce,
        "code_challenge": Self.request.key.challenge, "code_challenge_method": "S256",
      ])
    #expect(parts.host == "id.example.org")
    #expect(!Self.request.address.contains(Self.request.key.verifier.exposed))
  }

  @Test("a browser sign-in's state, nonce and verifier are separate random values")
  func aBrowserSignInsStateNonceAndVerifierAreSeparateRandomValues() {
    var drawn: UInt8 = 0
    let request = AuthorizationRequest(to: Self.request.provider) { count in
      drawn += 1
      #expect(count == 32)
      return [UInt8](repeating: drawn, count: count)
    }
    #expect(drawn == 3)
    #expect(Set([request.state, request.nonce, request.key.verifier.exposed]).count == 3)
  }

  @Test("a response is accepted if its state parameter matches the request")
  func aResponseIsAcceptedIfItsStateParameterMatchesTheRequest() {
    let state = Self.request.state
    #expect(answer("/callback?code=a%2Fb+c&state=\(state)") == .code(Secret("a/b c")))
    #expect(answer("/callback?state=\(state)&code=x&session_state=y") == .code(Secret("x")))
    #expect(
      answer("/callback?state=\(state)&code=x&iss=https%3A%2F%2Fid.example.org%2Frealms%2Fa") == .code(Secret("x")))
    #expect(answer("/callback?error=access_denied&state=\(state)") == .denied)
    #expect(answer("/callback?error=server_error&error_description=%3Cb%3E&state=\(state)") == .failed("server_error"))
    #expect(answer("/callback?error=%0A%1B%5B31m&state=\(state)") == .failed(""))
  }

  @Test("a browser response with a wrong or malformed parameter is ignored", arguments: [
    "/callback", "/callback?", "/callback?code=x", "/callback?code=x&state=", "/callback?code=x&state=made-up",
    "/callback?state=STATE", "/callback?code=&state=STATE", "/callback?code=x&state=STATE&state=STATE",
    "/callback?code=x&code=y&state=STATE", "/callback?code=x&error=access_denied&state=STATE",
    "/callback?code=x&state=STATE&iss=https%3A%2F%2Fevil.example", "/callback?code=%zz&state=STATE",
    "/callback?code=%2&state=STATE", "/callback?code=%+f&state=STATE", "/callback?code=%ff&state=STATE",
    "/callback?code&state=STATE", "/callback?error=access_denied", "/callback?error=access_denied&state=STATEx",
    "/callback?code=LONG&state=STATE",
  ])
  func aBrowserResponseWithAWrongOrMalformedParameterIsIgnored(target: String) {
    let long = String(repeating: "x", count: 2049)
    let asked = target.replacing("STATE", with: Self.request.state).replacing("LONG", with: long)
    #expect(answer(asked) == .foreign)
  }

  @Test(
    "a request to another path isn't taken as the sign-in response",
    arguments: ["/", "/favicon.ico", "/callback/", "/Callback?code=x", "/callback%3Fcode=x", "//callback?x=y", "/?a"])
  func aRequestToAnotherPathIsntTakenAsTheSignInResponse(target: String) {
    #expect(answer(target) == .otherRequest)
  }

  @Test("the browser's final page shows the translated text, escaped as HTML")
  func theBrowsersFinalPageShowsTheTranslatedTextEscapedAsHTML() {
    let pages = RedirectPages(title: "A<b>\"", received: "r&r", denied: "d", foreign: "s")
    let page = pages.page(for: .code(Secret("the code")))
    #expect(page.status == 200)
    #expect(page.html.contains("A&lt;b&gt;&quot;") && page.html.contains(">r&amp;r</p>"))
    #expect(!page.html.contains("the code"))
    #expect(pages.page(for: .failed("<script>")).html.contains(">d</p>"))
    #expect(!pages.page(for: .failed("<script>")).html.contains("script"))
    #expect(pages.page(for: .foreign).status == 400)
    #expect(pages.page(for: .otherRequest).status == 404)
  }
}
