// SPDX-License-Identifier: GPL-3.0-or-later

import CLibraries

public enum NetworkError: Error, Hashable, Sendable {
  public enum TLSFault: Hashable, Sendable {
    /// The certificate is untrusted, expired, or for another host.
    case certificate
    case handshake
    /// The certificate authorities of this computer couldn't be read.
    case authorities
  }

  case switchedOff
  case libraryMissing
  case malformedURL
  case malformedRequest
  case resolve
  case connect
  /// The named proxy didn't accept the connection, or its host name couldn't be resolved.
  case proxyUnreachable(String)
  /// The named proxy answered with this status instead of connecting to the server.
  case proxyRefused(String, status: Int)
  case tls(TLSFault)
  case timedOut
  case cancelled
  case bodyTooLarge(limit: Int)
  case headersTooLarge(limit: Int)
  case truncated
  case connectionLost
  case undecodableBody
  case notHTTP
  case tooManyRedirects
  /// A redirect from https to http, to an invalid URL, or to another origin although `staysAtHost` is true.
  case refusedRedirect
  case redirectRepeatsKey
  case protocolError(code: Int)
}

extension NetworkError {
  init(_ code: CURLcode) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .malformedURL
    // The response is HTTP/0.9. The scheme isn't the cause, because it was checked before.
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
