// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import Testing

@testable import KursWorkflow

@Suite struct BrowserSignInTests {
  private let machine: BrowserDesk

  init() throws {
    machine = try BrowserDesk()
  }

  private func failure(_ program: AccountWorkflow, _ browserSignIn: BrowserSignIn) async -> SignInFailure? {
    do throws(SignInFailure) { try await program.signIn(browserSignIn) } catch { return error }
    return nil
  }

  @Test("a browser sign-in succeeds with the returned code and closes the port")
  func aBrowserSignInSucceedsWithTheReturnedCodeAndClosesThePort() async throws {
    let program = machine.program()
    try await program.signIn(machine.browserSignIn { $0.brings("code=c") })
    let state = await program.state
    #expect(state.phase == .signedIn)
    #expect(state.member?.email == "ada@example.org")
    #expect(state.browserMethod == BrowserSignInMethod(server: ModelServer.address, issuer: BrowserDesk.issuer))
    #expect(machine.browser.openPorts == 0)
    #expect(await machine.account.keyring.secrets[.password(AccountMachine.ada)] == nil)
    #expect(await program.call() == .success(true))
    let proof = try #require(await machine.identity.proofs.first)
    #expect(proof["issuer"]?.string == BrowserDesk.issuer)
    #expect(proof["code"]?.string == "c")
    #expect(proof["redirect_uri"]?.string == "http://127.0.0.1:4711/callback")
    let verifier = try #require(proof["code_verifier"]?.string)
    let opened = try #require(machine.browser.opened.first)
    #expect(opened.contains("code_challenge=\(Base64URL.text(SHA256.digest(Array(verifier.utf8))))&"))
    #expect(opened.contains("nonce=\(proof["nonce"]?.string ?? "?")&"))
    #expect(!opened.contains(verifier))
  }

  @Test("the next start renews a browser sign-in without the browser")
  func theNextStartRenewsABrowserSignInWithoutTheBrowser() async throws {
    try await machine.program().signIn(machine.browserSignIn { $0.brings("code=c") })
    let next = machine.program(boot: "boot-2")
    await next.start()
    let state = await next.reaches(.signedIn)
    #expect(state.browserMethod?.issuer == BrowserDesk.issuer)
    #expect(await machine.account.server.count("login/refresh") == 1)
    let third = machine.program(boot: "boot-3")
    await third.start()
    #expect(await third.reaches(.signedIn).browserMethod?.issuer == BrowserDesk.issuer)
  }

  @Test("a refused renewal signs the user out but remembers the sign-in site")
  func aRefusedRenewalSignsTheUserOutButRemembersTheSignInSite() async throws {
    try await machine.program().signIn(machine.browserSignIn { $0.brings("code=c") })
    await machine.account.server.endSessions()
    let next = machine.program(boot: "boot-2")
    await next.start()
    await next.reaches(.signedOut(.sessionEnded))
    await next.finishRemovals()
    let out = await next.state
    #expect(out.member == nil)
    #expect(out.browserMethod == BrowserSignInMethod(server: ModelServer.address, issuer: BrowserDesk.issuer))
    #expect(await machine.account.keyring.secrets.isEmpty)
    #expect(await machine.identity.proofs.count == 1)
    try await next.signIn(machine.browserSignIn { $0.brings("code=d") })
    #expect(await next.state.phase == .signedIn)
  }

  @Test("to delete an account without a password, Kurs sends the member's id")
  func toDeleteAnAccountWithoutAPasswordKursSendsTheMembersId() async throws {
    await machine.identity.vouchForWhoHasNoPassword()
    let program = machine.program()
    try await program.signIn(machine.browserSignIn { $0.brings("code=c") })
    #expect(await program.state.member?.hasPassword == false)
    try await program.deleteAccount(password: nil)
    let sent = try #require(await machine.account.server.requests.last { $0.url.hasSuffix("/member/delete/") })
    #expect(String(decoding: sent.body, as: UTF8.self) == #"{"confirm":"00000000-0000-4000-8000-aaaaaaaaaaaa"}"#)
    #expect(await program.state.phase == .signedOut(.accountDeleted))
    #expect(await machine.account.keyring.secrets.isEmpty)
  }

  @Test("a later sign-in with a password replaces the browser sign-in")
  func aLaterSignInWithAPasswordReplacesTheBrowserSignIn() async throws {
    let program = machine.program()
    try await program.signIn(machine.browserSignIn { $0.brings("code=c") })
    try await program.signIn(.ada())
    #expect(await program.state.browserMethod == nil)
    #expect(await program.state.members.count == 1)
  }

  @Test("if the sign-in site reports an error, the sign-in fails", arguments: [
    ("error=access_denied", SignInFailure.browser(.denied)),
    ("error=temporarily_unavailable", .browser(.failed("temporarily_unavailable"))),
  ])
  func ifTheSignInSiteReportsAnErrorTheSignInFails(answer: String, expected: SignInFailure) async throws {
    let program = machine.program()
    #expect(await failure(program, machine.browserSignIn { $0.brings(answer) }) == expected)
    #expect(machine.browser.openPorts == 0)
    #expect(await machine.identity.proofs.isEmpty)
    #expect(await program.state.phase == .signedOut(nil))
  }

  @Test("the log lists failed browser sign-ins and refused discovery documents")
  func theLogListsFailedBrowserSignInsAndRefusedDiscoveryDocuments() async throws {
    let log = ActivityLog(path: machine.account.folder.path + "/log")
    let program = machine.program(log: log)
    _ = await failure(program, machine.browserSignIn { $0.brings("error=access_denied") })
    await machine.identity.publish(#"{"issuer":"https://else.example"}"#)
    _ = await failure(program, machine.browserSignIn { $0.brings("code=secret") })
    while await log.lines().count < 2 { await Task.yield() }
    let lines = await log.lines().map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(lines.contains("account kurs.example.org sign-in with the browser failed: denied"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("account id.example.org discovery ") }, "\(lines)")
    #expect(lines.count == 2)
  }

  @Test("a browser sign-in that the account server refuses stores nothing", arguments: [
    (401, "identity-refused", SignInFailure.browser(.responseRejected)), (404, "issuer-unknown", .browser(.notOffered)),
    (503, "issuer-unreachable", .browser(.providerUnreachable)), (409, "email-taken", .emailTaken),
    (403, "registration-closed", .registrationClosed),
  ])
  func aBrowserSignInThatTheAccountServerRefusesStoresNothing(
    status: Int, reason: String, expected: SignInFailure
  ) async throws {
    await machine.identity.refuse(status, reason)
    let program = machine.program()
    #expect(await failure(program, machine.browserSignIn { $0.brings("code=c") }) == expected)
    #expect(await machine.account.keyring.secrets.isEmpty)
    #expect(try await machine.account.user.members().isEmpty)
  }

  @Test("if the browser doesn't open, the local port is closed")
  func ifTheBrowserDoesntOpenTheLocalPortIsClosed() async throws {
    let program = machine.program()
    #expect(await failure(program, machine.browserSignIn(opens: false) { _ in }) == .browser(.notOpened))
    #expect(machine.browser.openPorts == 0)
  }

  @Test("without a free port, no browser is opened") func withoutAFreePortNoBrowserIsOpened() async throws {
    machine.browser.takeNoMore()
    #expect(await failure(machine.program(), machine.browserSignIn { _ in }) == .browser(.noPort))
    #expect(machine.browser.opened.isEmpty)
  }

  @Test("the browser sign-in ends after ten minutes without a response")
  func theBrowserSignInEndsAfterTenMinutesWithoutAResponse() async throws {
    let program = machine.program()
    let clock = machine.account.clock
    #expect(await failure(program, machine.browserSignIn { _ in clock.advance(seconds: 600) }) == .browser(.timedOut))
    #expect(machine.browser.openPorts == 0)
  }

  @Test("a response with a wrong state doesn't end the browser sign-in")
  func aResponseWithAWrongStateDoesntEndTheBrowserSignIn() async throws {
    let program = machine.program()
    let pages = await machine.pages(of: program) { browser in
      browser.asks("/callback?code=evil&state=made-up")
      browser.asks("/favicon.ico")
      browser.brings("code=c")
    }
    #expect(pages.map(\.status) == [400, 404, 200])
    #expect(pages[0].html.contains("strange"))
    #expect(await program.state.phase == .signedIn)
    #expect(await machine.identity.proofs.compactMap { $0["code"]?.string } == ["c"])
  }

  @Test("of two codes from the browser, only the first is redeemed")
  func ofTwoCodesFromTheBrowserOnlyTheFirstIsRedeemed() async throws {
    let program = machine.program()
    _ = await machine.pages(of: program) { browser in
      browser.brings("code=c")
      browser.brings("code=d")
    }
    #expect(await machine.identity.proofs.count == 1)
  }

  @Test("a browser response after the user cancelled is ignored")
  func aBrowserResponseAfterTheUserCancelledIsIgnored() async throws {
    let program = machine.program()
    let browserSignIn = machine.browserSignIn { browser in
      Task {
        await program.cancelSignIn()
        browser.brings("code=late")
      }
    }
    #expect(await failure(program, browserSignIn) == .cancelled)
    #expect(machine.browser.openPorts == 0)
    #expect(await machine.identity.proofs.isEmpty)
    try await program.signIn(machine.browserSignIn { $0.brings("code=c") })
    #expect(await program.state.phase == .signedIn)
  }

  @Test("while a browser sign-in is running, a second is refused")
  func whileABrowserSignInIsRunningASecondIsRefused() async throws {
    let program = machine.program()
    let busy = machine.browserSignIn { _ in }
    let browserSignIn = machine.browserSignIn { browser in
      Task {
        #expect(await failure(program, busy) == .busy)
        browser.brings("code=c")
      }
    }
    #expect(await failure(program, browserSignIn) == nil)
  }

  @Test("the browser isn't opened for an unsafe or unreachable sign-in site", arguments: [
    (#"{"issuer":"https://evil","authorization_endpoint":"https://id.example.org/a"}"#, BrowserFailure.providerUnusable),
    (#"{"issuer":"ISSUER","authorization_endpoint":"http://id.example.org/a"}"#, .providerUnusable),
    (#"{"issuer":"ISSUER","authorization_endpoint":"file:///etc/passwd"}"#, .providerUnusable),
    (#"{"issuer":"ISSUER","authorization_endpoint":"https://id.example.org/a#b"}"#, .providerUnusable),
    (
      #"{"issuer":"ISSUER","authorization_endpoint":"https://a.b/c","code_challenge_methods_supported":["plain"]}"#,
      .providerUnusable
    ),
    (#"{"issuer":"ISSUER"}"#, .providerUnusable), ("<html>", .providerUnusable), ("", .providerUnreachable),
  ])
  func theBrowserIsntOpenedForAnUnsafeOrUnreachableSignInSite(document: String, expected: BrowserFailure) async throws {
    await machine.identity.publish(document.replacing("ISSUER", with: BrowserDesk.issuer))
    #expect(await failure(machine.program(), machine.browserSignIn { _ in }) == .browser(expected))
    #expect(machine.browser.opened.isEmpty)
    #expect(machine.browser.openPorts == 0)
  }

  @Test("a sign-in site's response 429 or 5xx is reported as unreachable", arguments: [429, 500, 503])
  func aSignInSitesResponse429Or5xxIsReportedAsUnreachable(status: Int) async throws {
    await machine.identity.rest(status)
    #expect(await failure(machine.program(), machine.browserSignIn { _ in }) == .browser(.providerUnreachable))
  }

  @Test("the browser isn't opened for a sign-in site the server doesn't offer")
  func theBrowserIsntOpenedForASignInSiteTheServerDoesntOffer() async throws {
    let program = machine.program()
    #expect(try await program.identityProviders(at: ModelServer.address) == [BrowserDesk.issuer])
    var browserSignIn = machine.browserSignIn { _ in }
    browserSignIn.issuer = "https://another.example"
    #expect(await failure(program, browserSignIn) == .browser(.notOffered))
    browserSignIn.server = "http://kurs.example.org"
    #expect(await failure(program, browserSignIn) == .addressUnusable)
    #expect(machine.browser.opened.isEmpty)
  }
}
