// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import Hummingbird
import NIOCore

extension Answer {
  var response: Response {
    var headers: HTTPFields = [.cacheControl: cacheControl, .xContentTypeOptions: "nosniff"]
    if let tag { headers[.eTag] = "\"\(tag)\"" }
    if status != 304 { headers[.contentType] = type }
    if let seconds = retryAfter { headers[.retryAfter] = String(seconds) }
    if isReplayed, let name = HTTPField.Name("Idempotency-Replayed") { headers[name] = "true" }
    if let challenge { headers[.wwwAuthenticate] = challenge }
    let body = status == 304 ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body))
    return Response(status: .init(code: status), headers: headers, body: body)
  }

  /// The value of `WWW-Authenticate`. RFC 9110 requires it in each 401, and RFC 6750 defines it for tokens.
  private var challenge: String? {
    status == 401 ? "Bearer realm=\"kurs\", error=\"invalid_token\"" : nil
  }
}
