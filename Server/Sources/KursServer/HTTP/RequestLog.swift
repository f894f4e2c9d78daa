// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import Logging

/// Logs one line per request: command, status, reason and time, but no content, sender or address.
struct RequestLog: Sendable {
  let logger: Logger
  var counter = ResponseCounter()

  /// Logs a response. Omits an unknown path, because it may contain anything, even a misplaced token.
  func answered(method: HTTPRequest.Method, path: String?, status: Int, reason: Reason?, after time: Duration) {
    counter.answered(path, status)
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    logger.info(
      "request",
      metadata: [
        "method": "\(path == nil ? "-" : method.rawValue)", "path": "\(path ?? "-")", "status": "\(status)",
        "reason": "\(reason?.rawValue ?? "-")", "ms": "\(milliseconds)",
      ])
  }

  /// Logs that nine tenths of the storage limit are used. At the limit, writing stops.
  func fillsUp(used: Int, limit: Int) {
    logger.warning("nearly full", metadata: ["bytes": "\(used)", "limit": "\(limit)"])
  }

  /// Logs that requests share one count, because the proxy doesn't name their senders.
  func unnamed(byProxy header: String) {
    guard counter.isFirst(header) else { return }
    logger.warning(
      "the proxy sends no X-Forwarded-For, so limits count all its clients as one", metadata: ["header": "\(header)"])
  }

  func cannotWrite(path: String, cause: String) {
    logger.error("can't write", metadata: ["path": "\(path)", "cause": "\(cause)"])
  }

  func damaged(_ what: String) {
    guard counter.isFirst("damaged") else { return }
    logger.critical("the database is damaged. Stop the server and restore a backup", metadata: ["found": "\(what)"])
  }

  /// Logs only the type of an error, because its text may quote a row.
  func failed(path: String, error: any Error) {
    logger.error("failed", metadata: ["path": "\(path)", "error": "\(type(of: error))"])
  }
}
