// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// A member's tokens. The keyring stores them as one secret, which all programs of the user share.
struct StoredTokens: Hashable, Sendable {
  let accessToken: Secret
  let refreshToken: Secret
  /// The expiry of the access token. This time is valid only while the computer's boot id is `boot`.
  let deadline: Uptime
  let boot: String
  /// The session's identity provider. Nil for a password sign-in.
  var issuer: String?
}

extension StoredTokens {
  init?(_ secret: Secret) {
    let lines = secret.exposed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard (5...6).contains(lines.count), lines[0] == Self.form, !lines[1].isEmpty, let deadline = Int64(lines[3]) else {
      return nil
    }
    refreshToken = Secret(lines[1])
    accessToken = Secret(lines[2])
    self.deadline = Uptime(milliseconds: deadline)
    boot = lines[4]
    issuer = lines.count == 6 ? lines[5] : nil
  }

  func isOf(_ run: String) -> Bool { !run.isEmpty && boot == run }

  var secret: Secret {
    let lines = [Self.form, refreshToken.exposed, accessToken.exposed, "\(deadline.milliseconds)", boot]
    return Secret((lines + (issuer.map { [$0] } ?? [])).joined(separator: "\n"))
  }

  private static let form = "kurs-session-1"
}

/// Whether the keyring has the newest tokens that this program knows.
enum KeyringContent: Sendable {
  case current
  /// The keyring has older tokens, because it couldn't store newer tokens. Using older tokens would end the session.
  case outdated(StoredTokens)
  case unknown

  /// Returns `stored` if another program has replaced the tokens `known` with `stored`. Otherwise returns nil.
  func newer(_ stored: StoredTokens?, than known: StoredTokens?) -> StoredTokens? {
    guard let stored, stored.refreshToken != known?.refreshToken else { return nil }
    switch self {
    case .current: return stored
    case .outdated(let old): return stored.refreshToken == old.refreshToken ? nil : stored  // guards A20: stored.refreshToken == old.refreshToken => false
    case .unknown: return nil
    }
  }
}

/// Stores the tokens and passwords of members in the keyring, which all programs of the user share.
struct TokenStore: Sendable {
  struct Content: Sendable {
    /// The stored tokens, nil if they are missing or unreadable.
    let tokens: StoredTokens?
    let isMalformed: Bool
    let hasPassword: Bool
  }

  let secrets: any SecretStore

  func content(of member: MemberID) async throws(SecretFailure) -> Content {
    let secret = try await secrets.secret(for: .session(member))
    let tokens = secret.flatMap { StoredTokens($0) }
    let hasPassword = try await secrets.secret(for: .password(member)) != nil
    return Content(tokens: tokens, isMalformed: secret != nil && tokens == nil, hasPassword: hasPassword)
  }

  /// Returns the stored tokens. Nil if the keyring has no tokens or can't be read.
  func tokens(of member: MemberID) async -> StoredTokens? {
    guard let secret = try? await secrets.secret(for: .session(member)) else { return nil }
    return StoredTokens(secret)
  }

  func password(of member: MemberID) async -> Secret? {
    try? await secrets.secret(for: .password(member))
  }

  /// Stores tokens, and the password of `form` if the user wants to store it. Without `form`, a stored password stays.
  func store(_ tokens: StoredTokens, of member: MemberID, form: SignIn? = nil) async throws(SecretFailure) {
    try await secrets.store(tokens.secret, for: .session(member))
    guard let form else { return }
    if form.keepsPassword {
      try await secrets.store(form.password, for: .password(member))
    } else {
      try await secrets.remove(.password(member))
    }
  }

  func remove(of member: MemberID) async throws(SecretFailure) {
    do throws(SecretFailure) {
      try await secrets.remove(.session(member))  // guards A07, A08, A32
      try await secrets.remove(.password(member))  // guards A21, A32
    } catch {
      // Without a keyring, no secrets were stored, so there is nothing to remove.
      if error != .noService { throw error }
    }
  }
}
