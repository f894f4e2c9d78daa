// SPDX-License-Identifier: GPL-3.0-or-later

import CCurl

/// Why there is no answer. Facts only: front ends find the words.
public enum NetworkError: Error, Hashable, Sendable {
  /// The fault of a secure connection.
  public enum TLSFault: Hashable, Sendable {
    /// The certificate is not trusted, expired, or another host's.
    case certificate
    /// The two sides could not agree on a protocol or broke off.
    case handshake
    /// This machine's certificate authorities could not be read.
    case authorities
  }

  case switchedOff
  /// libcurl is not installed, or too old.
  case libraryMissing
  /// The address is not an absolute http or https one.
  case malformedURL
  /// Method or headers could not be sent as they are.
  case malformedRequest
  /// The host, or the proxy, has no address.
  case resolve
  /// The host, or the proxy, took no connection.
  case connect
  /// The secure connection failed.
  case tls(TLSFault)
  /// A time-out of the request ran out: connect, total or stall.
  case timedOut
  /// The calling task was cancelled.
  case cancelled
  /// The body is longer than allowed.
  case bodyTooLarge(limit: Int)
  /// The headers are longer than allowed.
  case headersTooLarge(limit: Int)
  /// The connection ended before the body did.
  case truncated
  /// The connection broke, or ended without an answer.
  case connectionLost
  /// The body could not be decompressed.
  case undecodableBody
  /// The answer is not HTTP.
  case notHTTP
  /// More than the allowed number of redirects.
  case tooManyRedirects
  /// A redirect that is not followed: to a lower scheme, or without a usable address.
  case refusedRedirect
  /// A redirect that would give the request's key to another origin.
  case redirectRepeatsKey
  /// The server broke the protocol; the code is libcurl's.
  case protocolError(code: Int)
}

extension NetworkError {
  /// The fact behind libcurl's code.
  init(_ code: CURLcode) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .malformedURL
    // Schemes are checked before: the code then means an HTTP/0.9 answer, which is off.
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
