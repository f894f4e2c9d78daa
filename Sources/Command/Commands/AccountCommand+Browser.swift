// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension AccountCommand {
  /// Says which address to open and waits until the browser has come back.
  static func signIn(withBrowserAt server: String, _ issuer: String?, _ session: AccountSession) async throws {
    do throws(SignInFailure) {
      try await session.account.signIn(wish(issuer, at: server))
    } catch {
      throw Failure(error, SignIn(server: server, email: "", password: Secret("")))
    }
    await sayWhoIsSignedIn(session)
  }

  /// The same for one who is signed in, as one more way in.
  static func addIdentity(of issuer: String?, at server: String, _ session: AccountSession) async throws {
    do throws(SignInFailure) {
      try await session.account.addIdentity(wish(issuer, at: server))
    } catch {
      throw Failure(error, SignIn(server: server, email: "", password: Secret("")))
    }
  }

  private static func wish(_ issuer: String?, at server: String) -> BrowserSignIn {
    BrowserSignIn(server: server, issuer: issuer, pages: pages) { address in
      // Standard error: what the command gives stands by itself.
      let sentence = tr("Sign in with a browser on this machine, at this address:")
      Terminal.tell("\(sentence)\n\n  \(address)\n")
      return true
    }
  }

  private static let pages = RedirectPages(
    title: "Kurs", received: "You can close this window and go back to the terminal.",
    denied: "Nobody was signed in. You can close this window.",
    strange: "This answer is to another sign-in than the one that Kurs waits for.")
}
