// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
import KursModel
import KursNetwork
import Testing

@testable import KursWorkflow

@Suite struct SignInMethodsTests {
  private let machine: BrowserDesk

  init() throws {
    machine = try BrowserDesk()
  }

  private func signedIn() async throws -> AccountWorkflow {
    let program = machine.program()
    try await program.signIn(.ada())
    return program
  }

  private func failure(_ program: AccountWorkflow, _ browserSignIn: BrowserSignIn) async -> SignInFailure? {
    do throws(SignInFailure) { try await program.identities.add(browserSignIn) } catch { return error }
    return nil
  }

  @Test("adding a sign-in method with the browser doesn't sign in again")
  func addingASignInMethodWithTheBrowserDoesntSignInAgain() async throws {
    let program = try await signedIn()
    let before = await program.state
    #expect(try await program.identities.methods() == SignInMethods(hasPassword: true, identities: [], isProven: false))
    #expect(await failure(program, machine.browserSignIn { $0.brings("code=c") }) == nil)
    let ways = try await program.identities.methods()
    #expect(ways.identities == [SignInMethods.Identity(issuer: BrowserDesk.issuer, subject: "1", email: "")])
    #expect(await program.state == before)
    #expect(await machine.account.server.count("login/oidc") == 0)
    let proof = try #require(await machine.identity.proofs.first)
    #expect(proof["code"]?.string == "c")
    #expect(proof["code_verifier"]?.string?.isEmpty == false)
    #expect(machine.browser.openPorts == 0)
    #expect(try await program.identities.remove(ways.identities[0]).identities.isEmpty)
  }

  @Test("a password confirmation that expires within ten minutes isn't used")
  func aPasswordConfirmationThatExpiresWithinTenMinutesIsntUsed() async throws {
    let program = try await signedIn()
    #expect(try await !program.identities.methods().isProven)
    #expect(try await program.identities.confirm(Secret("correct horse")).isProven)
  }

  @Test("the account server's refusal of a new sign-in method is reported", arguments: [
    (401, "identity-refused", SignInFailure.browser(.responseRejected)), (404, "issuer-unknown", .browser(.notOffered)),
    (503, "issuer-unreachable", .browser(.providerUnreachable)),
    (403, "proof-needed", .call(.refused(status: 403, reason: "proof-needed", retryAfter: nil))),
    (409, "identity-taken", .call(.refused(status: 409, reason: "identity-taken", retryAfter: nil))),
  ])
  func theAccountServersRefusalOfANewSignInMethodIsReported(
    status: Int, reason: String, expected: SignInFailure
  ) async throws {
    await machine.identity.refuse(status, reason)
    let program = try await signedIn()
    #expect(await failure(program, machine.browserSignIn { $0.brings("code=c") }) == expected)
    #expect(await program.state.phase == .signedIn)
    // The browser's code is valid only once. So Kurs must not renew its token and send the code again.
    #expect(await machine.identity.proofs.count == 1)
    #expect(await machine.account.server.count("login/refresh") == 0)
  }

  @Test("adding a sign-in method requires a sign-in at the same server")
  func addingASignInMethodRequiresASignInAtTheSameServer() async throws {
    let program = machine.program()
    #expect(await failure(program, machine.browserSignIn { _ in }) == .call(.auth(.signedOut)))
    try await program.signIn(.ada())
    var elsewhere = machine.browserSignIn { _ in }
    elsewhere.server = "https://another.example.org"
    #expect(await failure(program, elsewhere) == .call(.auth(.signedOut)))
    #expect(machine.browser.opened.isEmpty)
  }

  @Test("a removed sign-in method is not offered again") func aRemovedSignInMethodIsNotOfferedAgain() async throws {
    let program = machine.program()
    try await program.signIn(machine.browserSignIn { $0.brings("code=c") })
    #expect(await program.state.browserMethod?.issuer == BrowserDesk.issuer)
    #expect(await failure(program, machine.browserSignIn { $0.brings("code=d") }) == nil)
    let added = try #require(try await program.identities.methods().identities.first)
    _ = try await program.identities.remove(added)
    #expect(await program.state.browserMethod == nil)
    #expect(await program.state.phase == .signedIn)
  }

  @Test("the last sign-in method cannot be removed") func theLastSignInMethodCannotBeRemoved() {
    let one = SignInMethods.Identity(issuer: "https://id.example.org/", subject: "1", email: "")
    #expect(one.site == "id.example.org")
    #expect(!SignInMethods(hasPassword: false, identities: [one], isProven: true).canRemove)
    #expect(SignInMethods(hasPassword: true, identities: [one], isProven: true).canRemove)
    #expect(SignInMethods(hasPassword: false, identities: [one, one], isProven: true).canRemove)
  }
}
