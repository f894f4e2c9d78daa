// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems

/// Finds out whom a server trusts, and where that provider lets people in.
struct BrowserDiscovery {
  let client: AccountClient
  /// Hears of a provider's document that could not be had or used: its address, and why.
  var note: @Sendable (_ issuer: String, _ facts: String) async -> Void = { _, _ in }

  func offers(of server: String) async throws(SignInFailure) -> [IssuerItem] {
    guard AccountClient.isUsable(server) else { throw .addressUnusable }
    do throws(AccountError) {
      return try await IssuerItem.all(in: client.send(.issuers, to: server, timeout: .seconds(15)).data)
    } catch {
      switch GrantFault(error) {
      case .failed(let failure, _): throw failure
      case .refused(let reason): throw .refused(reason)
      case .forgotten: throw .refused(.sessionEnded)
      }
    }
  }

  func provider(for wish: BrowserSignIn) async throws(SignInFailure) -> AuthorizationProvider {
    let offers = try await offers(of: wish.server)
    guard let offer = offers.first(where: { wish.issuer == nil || $0.issuer == wish.issuer }) else {
      throw .browser(.notOffered)
    }
    let document: DiscoveryItem
    do throws(APIError) {
      document = DiscoveryItem(try await client.discovery(of: offer.issuer))
    } catch {
      await note(offer.issuer, "discovery failed: \(error.facts)")
      throw .browser(error.isOfTheWay || error.isStatus ? .providerUnreachable : .providerUnusable)
    }
    // Section 4.3 of OpenID Connect Discovery 1.0: it speaks for itself, and for nobody else.
    guard document.issuer == offer.issuer, document.takesProofKeys,
      AccountClient.isSafe(document.authorizationEndpoint), !document.authorizationEndpoint.contains("#")
    else {
      await note(offer.issuer, "discovery refused: the document is not usable")
      throw .browser(.providerUnusable)
    }
    return AuthorizationProvider(
      issuer: offer.issuer, clientID: offer.clientID, endpoint: document.authorizationEndpoint)
  }
}

extension APIError {
  fileprivate var isStatus: Bool { if case .status = self { true } else { false } }
}
