// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursWorkflow

extension AccountRoute {
  /// Asks the server in the form, once, whether one may sign in with the browser.
  func lookForOffers(_ view: AccountViewState) {
    guard view.page == .form, !view.form.isRunning, let server = form.offers.next(view.form.server) else { return }
    Task { [weak self, workflow] in
      let found = (try? await workflow.identityProviders(at: server)) ?? []
      guard let self, !found.isEmpty else { return }
      form.offers.came(found, from: server)
      render()
    }
  }

  func browserPressed(_ place: Int) {
    if let way = form.offers.way(place) { signIn(with: way) }
  }

  /// A failure shows in the form, where the person can try again.
  func signIn(with way: BrowserWay) {
    guard !form.isRunning else { return }
    if state.phase != .signedOut(nil) { form.asked() }
    form.problem = nil
    form.isRunning = true
    form.offers.isTaken = true
    let wish = BrowserSignIn(server: way.server, issuer: way.issuer, pages: pages) { await Browser.open($0) }
    go { [weak self] workflow in
      do throws(SignInFailure) {
        try await workflow.signIn(wish)
        await self?.browserEnded(nil)
      } catch {
        await self?.browserEnded(error)
      }
    }
  }

  /// The person is elsewhere: the window says that it goes on here.
  private func browserEnded(_ failure: SignInFailure?) async {
    await signInEnded(failure)
    if failure != .cancelled { window.window.present() }
  }

  var pages: RedirectPages {
    RedirectPages(
      title: tr("Kurs"), received: tr("You can close this window and go back to Kurs."),
      denied: tr("Nobody was signed in. You can close this window."),
      strange: tr("This answer is to another sign-in than the one that Kurs waits for."))
  }
}
