// SPDX-License-Identifier: GPL-3.0-or-later
import CCurl

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
