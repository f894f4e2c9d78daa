// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import Hummingbird
import NIOCore

extension Answer {
  /// The answer as HTTP.
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

  /// RFC 9110 wants each 401 to say how to sign in; RFC 6750 says how for tokens.
  private var challenge: String? {
    status == 401 ? "Bearer realm=\"kurs\", error=\"invalid_token\"" : nil
  }
}
