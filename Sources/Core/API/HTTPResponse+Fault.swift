// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import KursNetworkCache

extension HTTPResponse {
  var fault: APIError? {
    // Kurs never requests a range, so 206, a part of a response, is an error.
    (200...299).contains(status) && status != 206 ? nil : APIError(status: status, retryAfter: retryAfter)
  }

  /// The wait in seconds. A date in Retry-After (RFC 9110, 10.2.3) counts from the header Date. Nil if not valid.
  var retryAfter: Int? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = Int(text) { return seconds >= 0 ? seconds : nil }
    // A two-digit year is in the century in which it is nearest to 2026.
    let era: Int64 = 1_767_225_600
    guard let sent = headers["Date"].flatMap({ HTTPDate.seconds($0, now: era) }),
      let until = HTTPDate.seconds(text, now: sent)
    else { return nil }
    return Int(max(0, until - sent))
  }
  var isPage: Bool { headers["Content-Type"]?.lowercased().hasPrefix("text/html") ?? false }
}
