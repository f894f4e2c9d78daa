// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Decides what each event does to one sign-in by way of the browser, until its proof is in the server's hands.
///
/// From there on it is a sign-in like any other, and `AuthMachine` decides.
struct BrowserMachine: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// Nothing has been asked yet. To `finding`.
    case idle
    /// Which providers the server trusts, and where they let people in, is being asked. To `opening`, `over`.
    case finding
    /// The browser is being opened; it may be faster than the word that it was. To `waiting`, `redeeming`, `over`.
    case opening(AuthorizationRequest)
    /// The person is in the browser. To `redeeming`, `over`.
    case waiting(AuthorizationRequest)
    /// The account server has the code. To `over`.
    case redeeming
    case over
  }

  private(set) var state = State.idle
  /// When `timedOut` is to be called.
  private(set) var due: Uptime?
  /// Whether an answer came that was to another question.
  private var hasMetStranger = false

  /// As long as a person may need to find a password, and a second device.
  static let patience: Int64 = 600_000

  mutating func started() -> [BrowserAction] {
    guard state == .idle else { return [] }
    state = .finding
    return [.find]
  }

  /// A port of this machine is open for the answer.
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

  /// A stranger ends nothing: any page in the browser could be one.
  mutating func answered(_ response: AuthorizationResponse) -> [BrowserAction] {
    guard let request else { return [] }
    switch response {
    case .elsewhere: return []
    case .strange:
      hasMetStranger = true
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
    return [.closePort] + end(.browser(hasMetStranger ? .strangeAnswer : .timedOut))
  }

  mutating func cancelled() -> [BrowserAction] {
    switch state {
    case .idle, .finding: end(.cancelled)
    case .opening, .waiting: [.closePort] + end(.cancelled)
    // From here on the sign-in reports the result.
    case .redeeming: [.cancelRedeeming]
    case .over: []
    }
  }

  /// The account server has judged, or could not.
  mutating func redeemed(_ failure: SignInFailure?) -> [BrowserAction] {
    guard state == .redeeming else { return [] }
    return end(failure)
  }

  private var request: AuthorizationRequest? {
    switch state {
    case .opening(let request), .waiting(let request): request
    case .idle, .finding, .redeeming, .over: nil
    }
  }

  private mutating func end(_ failure: SignInFailure?) -> [BrowserAction] {
    state = .over
    due = nil
    return [.answer(failure)]
  }
}

/// An action; a list of them is carried out in order.
enum BrowserAction: Hashable, Sendable {
  /// Ask for the provider, and open a port.
  case find
  case open(String)
  case closePort
  case redeem(IdentityProof)
  case cancelRedeeming
  /// The sign-in has ended; nil for success.
  case answer(SignInFailure?)
}
