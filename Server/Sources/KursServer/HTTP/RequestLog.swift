// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import Logging

/// Logs one line per request: command, status, reason and time. It never logs content, sender or IP address.
struct RequestLog: Sendable {
  let logger: Logger
  var counter = ResponseCounter()

  /// Logs a response. Omits an unknown path, because it may contain secrets such as a misplaced token.
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

  /// Logs that 90 % of the storage limit are used. At the limit, the server stops writing.
  func fillsUp(used: Int, limit: Int) {
    logger.warning("the database is nearly full", metadata: ["bytes": "\(used)", "limit": "\(limit)"])
  }

  /// Logs that all requests count as one caller, because the proxy doesn't send the callers' IP addresses in `header`.
  func unnamed(byProxy header: String) {
    guard counter.isFirst(header) else { return }
    logger.warning(
      "the proxy sends no address in X-Forwarded-For, so all its callers share the limits of one address",
      metadata: ["header": "\(header)"])
  }

  func cannotWrite(path: String, cause: String) {
    logger.error("can't write to the database", metadata: ["path": "\(path)", "cause": "\(cause)"])
  }

  func damaged(_ what: String) {
    guard counter.isFirst("damaged") else { return }
    logger.critical("the database is damaged, so stop the server and restore a backup", metadata: ["found": "\(what)"])
  }

  /// Logs the type of an error. The error's text isn't logged, because it may quote stored data.
  func failed(path: String, error: any Error) {
    logger.error("the request failed", metadata: ["path": "\(path)", "error": "\(type(of: error))"])
  }
}
