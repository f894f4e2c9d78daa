// SPDX-License-Identifier: GPL-3.0-or-later

/// Why the account server's answer cannot be had or used.
public enum AccountError: Error, Hashable, Sendable {
  /// The server itself said no, in its own form, over a connection that is surely to it.
  ///
  /// `reason`: a stable code such as `token-expired`; `retryAfter`: seconds it asks to wait, where it says so.
  case refused(status: Int, reason: String, retryAfter: Int?)
  /// Anything else, and so never a judgement on who is signed in: a proxy's 401 is one of these.
  case api(APIError)
}
