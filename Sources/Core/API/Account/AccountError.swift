// SPDX-License-Identifier: GPL-3.0-or-later

/// Why the account server's answer cannot be had or used.
public enum AccountError: Error, Hashable, Sendable {
  /// The server itself said no, in its own form, over a connection that is surely to it.
  case refused(Refusal)
  /// Anything else, and so never a judgement on who is signed in: a proxy's 401 is one of these.
  case api(APIError)

  /// A refusal in the server's own words.
  public struct Refusal: Hashable, Sendable {
    public let status: Int
    /// A stable code such as `token-expired`.
    public let reason: String
    /// Seconds the server asks to wait, where it says so.
    public let retryAfter: Int?

    public init(status: Int, reason: String, retryAfter: Int? = nil) {
      self.status = status
      self.reason = reason
      self.retryAfter = retryAfter
    }
  }
}
