// SPDX-License-Identifier: GPL-3.0-or-later

/// A request that a server understands: path, method, and the schema of its answer.
public struct Command: Hashable, Sendable {
  public enum Method: String, Sendable { case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE" }

  /// How much of an answer is taken.
  public enum Size: Hashable, Sendable { case document, history }

  /// Whether it may wait until there is a network, and what it must not overtake while it waits.
  public enum Queueing: Hashable, Sendable {
    case never
    /// Sent in order among commands of the same resource; kept until delivered or refused.
    case perResource(String)
    /// As `perResource`, but removed first when the queue is full and given up sooner: reports.
    case droppable(String)
  }

  /// Stays the same for ever: stored documents are found by it.
  public let name: String
  public let method: Method
  /// Begins with `/`; appended to the server's address. Days and a key stand in it as `{from}`, `{to}`, `{key}`.
  public let path: String
  /// Another host of the same provider; nil for its usual one.
  public let host: String?
  public let accept: String
  /// The Content-Type of the request's body.
  public let contentType: String
  /// The JSON Schema that the answer must pass; nil for XML, CSV and archives, which their mapping checks.
  public let schema: String?
  public let size: Size
  public let needsSignIn: Bool
  public let queueing: Queueing
  /// The status by which the server says that it has nothing for these days, such as 404 for a holiday.
  public let nothingStatus: Int?
  /// Whether a redirect to another server is refused: where a file that somebody gave on says whom to ask.
  public let staysAtHost: Bool

  public init(
    _ name: String, method: Method = .get, path: String, host: String? = nil, accept: String,
    contentType: String = Command.json, schema: String? = nil, size: Size = .document, needsSignIn: Bool = false,
    queueing: Queueing = .never, nothingStatus: Int? = nil, staysAtHost: Bool = false
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.host = host
    self.accept = accept
    self.contentType = contentType
    self.schema = schema
    self.size = size
    self.needsSignIn = needsSignIn
    self.queueing = queueing
    self.nothingStatus = nothingStatus
    self.staysAtHost = staysAtHost
  }
}
