// SPDX-License-Identifier: GPL-3.0-or-later

/// The pairs of tokens from one sign-in. Decides which token may still be used. A response may get lost. So the
/// previous token can be renewed again until a client uses its successor. After that, any use of the previous token
/// comes from a copy, so it ends the session for all holders of its tokens.
struct TokenFamily: Hashable, Sendable {
  private(set) var newest = 1
  /// The number of the pair whose refresh token requested the newest pair. It is 0 after the sign-in.
  private(set) var parent = 0
  /// The number of the newest pair that a client has used, so that the client is known to have received the pair.
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
    // A restored server doesn't know tokens from after its backup. So an unknown token doesn't count as stolen.
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

  /// Whether the token belongs to the newest pair. Until a client first uses the newest pair, the previous pair is
  /// current too.
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
