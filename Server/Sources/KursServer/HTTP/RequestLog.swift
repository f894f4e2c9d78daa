// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import Logging

/// A line for each request: command, status, reason, time; nothing of what was sent, by whom, or from where.
struct RequestLog: Sendable {
  let logger: Logger
  var tally = Tally()

  /// A path that is no command is left out: it may hold anything, also a token in the wrong place.
  func answered(method: HTTPRequest.Method, path: String?, status: Int, reason: Reason?, after time: Duration) {
    tally.answered(path, status)
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    logger.info(
      "request",
      metadata: [
        "method": "\(path == nil ? "-" : method.rawValue)", "path": "\(path ?? "-")", "status": "\(status)",
        "reason": "\(reason?.rawValue ?? "-")", "ms": "\(milliseconds)",
      ])
  }

  /// Nine tenths of what may be stored are; at ten tenths writing ends.
  func fillsUp(used: Int, limit: Int) {
    logger.warning("nearly full", metadata: ["bytes": "\(used)", "limit": "\(limit)"])
  }

  /// A fault of the server's own; only its type, for its text may quote a row.
  func failed(path: String, error: any Error) {
    logger.error("failed", metadata: ["path": "\(path)", "error": "\(type(of: error))"])
  }
}
