// SPDX-License-Identifier: GPL-3.0-or-later

/// A request as a plain value; it knows no server and no command.
public struct HTTPRequest: Hashable, Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The absolute address, http or https.
  public var url: String
  /// The caller's headers; the transport adds Host, Content-Length, User-Agent and Accept-Encoding.
  public var headers: HTTPHeaders
  /// The body; empty means none for methods that need none.
  public var body: [UInt8]
  /// The member whose answer it is, because cached answers are never shared between members. Nil for public data.
  public var partition: String?
  /// A key that stands in address or headers: a redirect that repeats it to another origin is not followed.
  public var secret: String?
  /// Whether a redirect to another origin is refused.
  public var staysAtHost = false
  /// How much is taken.
  public var limits: TransferLimits
  /// How long it may take.
  public var timeouts: TransferTimeouts

  /// Makes a request; all but the address has a default.
  public init(
    _ method: HTTPMethod = .get, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    partition: String? = nil, limits: TransferLimits = .document, timeouts: TransferTimeouts = .init()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.partition = partition
    self.limits = limits
    self.timeouts = timeouts
  }
}

/// Printed without query, headers and body: keys, tokens and passwords stand in these.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "HTTPRequest(\(method.rawValue) \(url.prefix { $0 != "?" }))" }  // guards X06: "HTTPRequest(\(method.rawValue) \(url.prefix { $0 != "?" }))" => "\(url) \(headers)"
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest {
  /// Whether an intermediary can pass method and headers on unchanged: tokens, and no line breaks in values.
  var isWellFormed: Bool {
    method.rawValue.isToken
      && headers.allSatisfy { field in
        field.name.isToken && !field.value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
      }
  }
}

extension String {
  /// RFC 9110 section 5.6.2.
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
