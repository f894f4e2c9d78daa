// SPDX-License-Identifier: GPL-3.0-or-later

/// A command that is not carried out: thrown wherever that is found out, answered in one place.
struct Refusal: Error, Hashable, Sendable {
  let reason: Reason
  /// Details for programs.
  var details = Details()

  init(_ reason: Reason, _ details: Details = Details()) {
    self.reason = reason
    self.details = details
  }

  /// The `data` of a refused answer; what is nil is left out.
  struct Details: Hashable, Sendable, Encodable {
    /// Seconds to wait before the same is asked again.
    var retryAfter: Int?
    /// The field that is at fault.
    var field: String?
    /// The line of an upload that is at fault, from one.
    var line: Int?
    /// The server's clock.
    var now: Instant?
    /// The newest revision the server has.
    var revision: Int?

    enum CodingKeys: String, CodingKey {
      case retryAfter = "retry_after"
      case field, line, now, revision
    }
  }
}
