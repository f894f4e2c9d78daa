// SPDX-License-Identifier: GPL-3.0-or-later

import CLibraries
import struct Foundation.URL
import struct Foundation.URLComponents
import Glibc

public struct HTTPRequest: Hashable, Sendable {
  public var method: HTTPMethod
  public var url: String
  /// The headers of the caller. The transport adds Host, Content-Length, User-Agent and Accept-Encoding.
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The member who owns the response. Nil for public data. Members never share cached responses.
  public var partition: String?
  /// A key in the URL or headers. A redirect to another origin isn't followed if its URL contains the key.
  public var secret: String?
  public var staysAtHost = false
  public var limits: TransferLimits
  public var timeouts: TransferTimeouts

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

/// The description of a request omits its query, headers and body, because they may contain keys, tokens and passwords.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "HTTPRequest(\(method.rawValue) \(url.prefix { $0 != "?" }))" }  // guards X06: "HTTPRequest(\(method.rawValue) \(url.prefix { $0 != "?" }))" => "\(url) \(headers)"
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest {
  var isWellFormed: Bool {
    method.rawValue.isToken
      && headers.allSatisfy { field in
        field.name.isToken && !field.value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
      }
  }
}

extension String {
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

/// A request method (RFC 9110 section 9). It isn't an enum, because a server may know further methods.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let get = HTTPMethod(rawValue: "GET")
  public static let head = HTTPMethod(rawValue: "HEAD")
  public static let post = HTTPMethod(rawValue: "POST")
  public static let put = HTTPMethod(rawValue: "PUT")
  public static let patch = HTTPMethod(rawValue: "PATCH")
  public static let delete = HTTPMethod(rawValue: "DELETE")

  /// Whether the method requests no change on the server (RFC 9110 section 9.2.1).
  public var isSafe: Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE"].contains(rawValue)
  }

  /// Whether sending the request twice has the same effect as sending it once (RFC 9110 section 9.2.2).
  public var isIdempotent: Bool {
    isSafe || ["PUT", "DELETE"].contains(rawValue)
  }
}

/// The scheme, host and port of a URL (RFC 6454). Headers and cache invalidation stay within one origin.
public struct Origin: Hashable, Sendable {
  public let scheme: String
  /// The host in lower case and ASCII, such as `xn--bcher-kva.example`.
  public let host: String
  public let port: Int

  public init?(of url: String) {
    guard let parts = Self.ascii(url).flatMap({ URLComponents(string: $0) }), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.encodedHost?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = parts.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Resolves a reference against the URL `base` (RFC 3986 section 5). Removes the fragment.
  public static func resolve(_ reference: String, against base: String) -> String? {
    guard let base = ascii(base).flatMap({ URL(string: $0) }),
      let url = URL(string: ascii(reference) ?? reference, relativeTo: base),
      var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
    else { return nil }
    parts.fragment = nil
    return parts.string
  }

  /// Returns the URL with an ASCII host; nil if that is impossible. Foundation would need ICU for this.
  static func ascii(_ address: String) -> String? {
    if address.utf8.allSatisfy({ $0 < 0x80 }) { return address }
    // Set UTF-8, because libidn2 reads the host in the encoding of the thread's locale.
    guard let curl = CurlLibrary.functions?.pointee, let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else {
      return nil
    }
    let usual = uselocale(utf8)
    defer {
      uselocale(usual)
      freelocale(utf8)
    }
    let parts = curl.curl_url()
    defer { curl.curl_url_cleanup(parts) }
    var written: UnsafeMutablePointer<CChar>?
    guard curl.curl_url_set(parts, CURLUPART_URL, address, UInt32(CURLU_URLENCODE)) == CURLUE_OK,
      curl.curl_url_get(parts, CURLUPART_URL, &written, UInt32(CURLU_PUNYCODE)) == CURLUE_OK, let written
    else { return nil }
    defer { curl.curl_free(written) }
    let ascii = String(cString: written)
    return ascii.utf8.count < 8192 ? ascii : nil
  }
}
