// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import KursNetworkCache

extension HTTPResponse {
  /// The fault that an HTTP status means; nil for success.
  var fault: APIError? {
    // 206: a part of an answer that nobody asked for in parts.
    (200...299).contains(status) && status != 206 ? nil : APIError(status: status, retryAfter: retryAfter)
  }

  /// Seconds to wait, of either form of Retry-After (RFC 9110, 10.2.3); a date counts from the server's own clock.
  var retryAfter: Int? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = Int(text) { return seconds >= 0 ? seconds : nil }
    // A year of two digits, long obsolete, is one near 2026.
    let era: Int64 = 1_767_225_600
    guard let sent = headers["Date"].flatMap({ HTTPDate.seconds($0, now: era) }),
      let until = HTTPDate.seconds(text, now: sent)
    else { return nil }
    return Int(max(0, until - sent))
  }
  /// Whether the server calls its answer a page.
  var isPage: Bool { headers["Content-Type"]?.lowercased().hasPrefix("text/html") ?? false }
}
