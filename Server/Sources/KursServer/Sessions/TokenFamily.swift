// SPDX-License-Identifier: GPL-3.0-or-later

/// The pairs of tokens from one sign-in. Decides which tokens may still be used.
///
/// A response can be lost, so the token before the newest may renew again until its successor is used.
/// After that, the older token can only be a copy, so using it ends the session for everyone.
struct TokenFamily: Hashable, Sendable {
  private(set) var newest = 1
  /// The pair whose refresh token requested the newest pair. Zero for the sign-in itself.
  private(set) var parent = 0
  /// The newest pair that a client has used, which proves that it arrived.
  private(set) var seen = 0
  private(set) var isEnded = false

  init() {}

  init(newest: Int, parent: Int, seen: Int, isEnded: Bool) {
    self.newest = newest
    self.parent = parent
    self.seen = seen
    self.isEnded = isEnded
  }

  enum Renewal: Hashable, Sendable { case issue(generation: Int), refuseEnded, refuseReused, refuseUnknown }

  mutating func renewalAsked(with generation: Int) -> Renewal {
    guard !isEnded else { return .refuseEnded }
    // This server does not know the token. It lost the token in a restore, so nobody stole it.
    guard generation <= newest else { return .refuseUnknown }
    if generation == newest {
      seen = newest
      parent = newest
    } else if generation != parent || seen > parent {
      isEnded = true
      return .refuseReused
    }
    newest += 1
    return .issue(generation: newest)
  }

  /// Whether the token is of the newest pair, or of the previous pair while the newest pair is unused.
  func isCurrent(_ token: Token) -> Bool {
    !isEnded && (token.generation == newest || (token.generation == parent && seen <= parent))
  }

  enum Use: Hashable, Sendable { case accept, refuseEnded, refuseSuperseded }

  mutating func accessAsked(with generation: Int) -> Use {
    guard !isEnded else { return .refuseEnded }
    guard generation == newest || generation == parent else { return .refuseSuperseded }
    seen = max(seen, generation)
    return .accept
  }
}
