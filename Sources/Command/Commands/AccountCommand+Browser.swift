// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension AccountCommand {
  /// Says which address to open and waits until the browser has come back.
  static func signIn(withBrowserAt server: String, _ issuer: String?, _ session: AccountSession) async throws {
    let wish = BrowserSignIn(server: server, issuer: issuer, pages: pages) { address in
      // Standard error: what the command gives is who is signed in.
      Terminal.tell("Sign in with a browser on this machine, at this address:\n\n  \(address)\n")
      return true
    }
    do throws(SignInFailure) {
      try await session.account.signIn(wish)
    } catch {
      throw Failure(error, SignIn(server: server, email: "", password: Secret("")))
    }
    await sayWhoIsSignedIn(session)
  }

  private static let pages = RedirectPages(
    title: "Kurs", received: "You can close this window and go back to the terminal.",
    denied: "Nobody was signed in. You can close this window.",
    strange: "This answer is to another sign-in than the one that Kurs waits for.")
}
