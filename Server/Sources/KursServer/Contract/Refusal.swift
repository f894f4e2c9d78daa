// SPDX-License-Identifier: GPL-3.0-or-later

/// The refusal of a command. Any code may throw it, and one place turns it into a response.
struct Refusal: Error, Hashable, Sendable {
  let reason: Reason
  var details = Details()

  init(_ reason: Reason, _ details: Details = Details()) {
    self.reason = reason
    self.details = details
  }

  struct Details: Hashable, Sendable, Encodable {
    var retryAfter: Int?
    var field: String?
    /// The line of an upload that caused the refusal, counted from one.
    var line: Int?
    var now: Instant?
    var revision: Int?

    enum CodingKeys: String, CodingKey {
      case retryAfter = "retry_after"
      case field, line, now, revision
    }
  }
}
