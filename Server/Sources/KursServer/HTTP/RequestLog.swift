// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import Logging

/// Logs one line per request: command, status, reason and time. It logs no content, sender or address.
struct RequestLog: Sendable {
  let logger: Logger
  var tally = Tally()

  /// Logs a response. An unknown path is omitted, because it may hold anything, even a misplaced token.
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

  /// Logs that nine tenths of the storage limit are used. At ten tenths, writing stops.
  func fillsUp(used: Int, limit: Int) {
    logger.warning("nearly full", metadata: ["bytes": "\(used)", "limit": "\(limit)"])
  }

  /// Logs an error of the server by its type only, because its text may quote a row.
  func failed(path: String, error: any Error) {
    logger.error("failed", metadata: ["path": "\(path)", "error": "\(type(of: error))"])
  }
}
