// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Decides the actions of a browser sign-in. `AuthMachine` handles the account server's response to the identity proof.
struct BrowserMachine: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// The sign-in has not started. Valid transitions to: finding, ended.
    case idle
    /// The identity providers and their sign-in pages are being requested. Valid transitions to: opening, ended.
    case finding
    /// The browser is being opened. It may already respond. Valid transitions to: waiting, redeeming, ended.
    case opening(AuthorizationRequest)
    /// The user is signing in with the browser. Valid transitions to: redeeming, ended.
    case waiting(AuthorizationRequest)
    /// The code is being sent to the account server. Valid transitions to: ended.
    case redeeming
    case ended
  }

  private(set) var state = State.idle
  /// The time at which to call `timedOut`. Nil if the sign-in doesn't wait for the browser.
  private(set) var due: Uptime?
  private var hasReceivedForeignResponse = false

  /// The time limit of a browser sign-in, in milliseconds. The user may have to find a password and a second device.
  static let patience: Int64 = 600_000

  mutating func started() -> [BrowserAction] {
    guard state == .idle else { return [] }
    state = .finding
    return [.find]
  }

  mutating func found(_ request: AuthorizationRequest, at now: Uptime) -> [BrowserAction] {
    guard state == .finding else { return [.closePort] }
    state = .opening(request)
    due = now + Self.patience
    return [.open(request.address)]
  }

  mutating func notFound(_ failure: SignInFailure) -> [BrowserAction] {
    guard state == .finding else { return [] }
    return end(failure)
  }

  mutating func opened() -> [BrowserAction] {
    guard case .opening(let request) = state else { return [] }
    state = .waiting(request)
    return []
  }

  mutating func notOpened() -> [BrowserAction] {
    guard case .opening = state else { return [] }
    return [.closePort] + end(.browser(.notOpened))
  }

  /// Handles a response. The response `.foreign` doesn't end the sign-in, because any web page can send a response.
  mutating func answered(_ response: AuthorizationResponse) -> [BrowserAction] {
    guard let request else { return [] }
    switch response {
    case .otherRequest: return []
    case .foreign:
      hasReceivedForeignResponse = true
      return []
    case .denied: return [.closePort] + end(.browser(.denied))
    case .failed(let code): return [.closePort] + end(.browser(.failed(code)))
    case .code(let code):
      state = .redeeming
      due = nil
      let proof = IdentityProof(
        issuer: request.provider.issuer, code: code, verifier: request.key.verifier, nonce: request.nonce,
        redirectURI: request.redirectURI)
      return [.closePort, .redeem(proof)]
    }
  }

  mutating func timedOut(at now: Uptime) -> [BrowserAction] {
    guard request != nil, let due, due <= now else { return [] }
    return [.closePort] + end(.browser(hasReceivedForeignResponse ? .foreignResponse : .timedOut))
  }

  mutating func cancelled() -> [BrowserAction] {
    switch state {
    case .idle, .finding: end(.cancelled)
    case .opening, .waiting: [.closePort] + end(.cancelled)
    case .redeeming: [.cancelRedeeming]
    case .ended: []
    }
  }

  mutating func redeemed(_ failure: SignInFailure?) -> [BrowserAction] {
    guard state == .redeeming else { return [] }
    return end(failure)
  }

  private var request: AuthorizationRequest? {
    switch state {
    case .opening(let request), .waiting(let request): request
    case .idle, .finding, .redeeming, .ended: nil
    }
  }

  private mutating func end(_ failure: SignInFailure?) -> [BrowserAction] {
    state = .ended
    due = nil
    return [.answer(failure)]
  }
}

enum BrowserAction: Hashable, Sendable {
  case find
  case open(String)
  case closePort
  case redeem(IdentityProof)
  case cancelRedeeming
  case answer(SignInFailure?)
}
