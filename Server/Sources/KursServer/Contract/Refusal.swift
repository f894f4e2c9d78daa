// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason for refusing a command. Any code may throw it. One function turns it into a response.
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
    /// The line of the uploaded file that caused the refusal, counted from 1.
    var line: Int?
    var now: Instant?
    var revision: Int?

    enum CodingKeys: String, CodingKey {
      case retryAfter = "retry_after"
      case field, line, now, revision
    }
  }
}
