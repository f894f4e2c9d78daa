// SPDX-License-Identifier: GPL-3.0-or-later

import CCurl

/// Why there is no response.
public enum NetworkError: Error, Hashable, Sendable {
  public enum TLSFault: Hashable, Sendable {
    /// The certificate isn't trusted, has expired, or belongs to another host.
    case certificate
    /// Both sides could not agree on a protocol, or the connection broke off.
    case handshake
    /// This machine's certificate authorities could not be read.
    case authorities
  }

  case switchedOff
  /// libcurl is not installed, or too old.
  case libraryMissing
  /// The address isn't an absolute http or https one.
  case malformedURL
  /// Invalid method or headers.
  case malformedRequest
  /// The host or the proxy has no address.
  case resolve
  /// The host or the proxy refused the connection.
  case connect
  /// The secure connection failed.
  case tls(TLSFault)
  /// A timeout of the request: connect, total or stall.
  case timedOut
  case cancelled
  case bodyTooLarge(limit: Int)
  case headersTooLarge(limit: Int)
  /// The connection ended before the body did.
  case truncated
  /// The connection broke, or ended without a response.
  case connectionLost
  /// The body could not be decompressed.
  case undecodableBody
  /// The response isn't HTTP.
  case notHTTP
  case tooManyRedirects
  /// A redirect to a lower scheme, or without a usable address.
  case refusedRedirect
  /// A redirect would send the request's key to another origin.
  case redirectRepeatsKey
  /// The server broke the protocol. `code`: libcurl's.
  case protocolError(code: Int)
}

extension NetworkError {
  init(_ code: CURLcode) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .malformedURL
    // Schemes are checked before, so the code means an HTTP/0.9 response, which is off.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: self = .notHTTP
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .resolve
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: self = .connect
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      self = .tls(.certificate)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: self = .tls(.handshake)
    case CURLE_SSL_CACERT_BADFILE: self = .tls(.authorities)
    case CURLE_PARTIAL_FILE: self = .truncated
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: self = .connectionLost
    case CURLE_BAD_CONTENT_ENCODING: self = .undecodableBody
    default: self = .protocolError(code: Int(code.rawValue))
    }
  }
}
