// SPDX-License-Identifier: GPL-3.0-or-later

/// The pairs of tokens that one sign-in has led to: decides who may still use which.
///
/// An answer can be lost, so the token before the newest renews once more, as long as its successor was never seen
/// again. Once it was, the older token can only be a copy: whoever holds it, the session ends.
struct TokenFamily: Hashable, Sendable {
  /// The pair handed out last, from one.
  private(set) var newest = 1
  /// The pair whose refresh token asked for the newest; zero for the sign-in itself.
  private(set) var parent = 0
  /// The newest pair that has come back, which proves that it arrived.
  private(set) var seen = 0
  private(set) var isEnded = false

  init() {}

  /// As it was stored.
  init(newest: Int, parent: Int, seen: Int, isEnded: Bool) {
    self.newest = newest
    self.parent = parent
    self.seen = seen
    self.isEnded = isEnded
  }

  enum Renewal: Hashable, Sendable { case issue(generation: Int), refuseEnded, refuseReused, refuseUnknown }

  /// A refresh token came.
  mutating func renewalAsked(with generation: Int) -> Renewal {
    guard !isEnded else { return .refuseEnded }
    // Unknown to this server: it forgot the token after a restore, and nobody stole it.
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

  /// Whether it is of the pair in use, or of the one before while nothing that came after that was seen.
  func isCurrent(_ token: Token) -> Bool {
    !isEnded && (token.generation == newest || (token.generation == parent && seen <= parent))
  }

  enum Use: Hashable, Sendable { case accept, refuseEnded, refuseSuperseded }

  /// An access token came.
  mutating func accessAsked(with generation: Int) -> Use {
    guard !isEnded else { return .refuseEnded }
    guard generation == newest || generation == parent else { return .refuseSuperseded }
    seen = max(seen, generation)
    return .accept
  }
}
