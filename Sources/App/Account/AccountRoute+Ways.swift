// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

extension AccountRoute {
  /// Asks the server how the member who shows may sign in; one that is too old to say shows nothing of it.
  func loadWays() {
    guard state.phase == .signedIn, let member = state.member else { return }
    Task { [weak self, workflow] in
      guard let known = try? await workflow.waysIn(of: member.id) else { return }
      let issuers = (try? await workflow.identityProviders(at: member.server)) ?? []
      guard let self, state.member?.id == member.id else { return }
      (form.ways.member, form.ways.known, form.ways.issuers) = (member.id, known, issuers)
      render()
    }
  }

  /// Where the server wants the person's identity proven first, the password is asked before the browser opens.
  func addIdentity(_ place: Int) {
    guard form.ways.issuers.indices.contains(place), !form.isAsking else { return }
    let issuer = form.ways.issuers[place]
    form.outcome = .asking
    go { [weak self] workflow in
      do throws(AccountCallFailure) {
        let ways = try await workflow.waysIn()
        await self?.addIdentity(at: issuer, ways)
      } catch {
        await self?.ended(.failed(error))
      }
    }
  }

  private func addIdentity(at issuer: String, _ ways: WaysIn) {
    if ways.isProven { return browse(to: issuer) }
    guard ways.hasPassword else { return ended(.failed(.refused(status: 403, reason: "proof-needed", retryAfter: nil))) }
    ended(nil)
    form.ways.wanted = issuer
    window.askForProof()
  }

  func prove(_ password: Secret) {
    guard let issuer = form.ways.wanted else { return }
    answer(nil, then: { [weak self] in self?.browse(to: issuer) }) { workflow throws(AccountCallFailure) in
      _ = try await workflow.confirm(password)
    }
  }

  private func browse(to issuer: String) {
    guard let member = state.member else { return ended(nil) }
    form.outcome = nil
    form.ways.isWaiting = true
    render()
    let wish = BrowserSignIn(server: member.server, issuer: issuer, pages: pages) { await Browser.open($0) }
    go { [weak self] workflow in
      do throws(SignInFailure) {
        try await workflow.addIdentity(wish)
        await self?.identityEnded(.identityAdded)
      } catch {
        await self?.identityEnded(error == .cancelled ? nil : .notAdded(error))
      }
    }
  }

  /// The person is elsewhere: the window says that it goes on here.
  private func identityEnded(_ outcome: AccountForm.Outcome?) {
    form.ways.isWaiting = false
    ended(outcome)
    if outcome != nil { window.window.present() }
  }

  func removeIdentity(_ identity: WaysIn.Identity) {
    answer(.identityRemoved) { workflow throws(AccountCallFailure) in
      _ = try await workflow.removeIdentity(identity)
    }
  }
}
