// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursNetwork

extension APIClient {
  /// A picture as its server sent it; its bytes are not judged here.
  public enum ImageAnswer: Hashable, Sendable {
    /// `lifetime` in seconds.
    case image([UInt8], etag: String?, lifetime: Int?)
    case unchanged(lifetime: Int?)
  }

  /// Asks for a picture at an absolute address; `etag`: of the one that is already there.
  public func image(
    _ url: String, etag: String? = nil, headers: [String: String] = [:]
  ) async throws(APIError) -> ImageAnswer {
    var request = HTTPRequest(.get, url)
    for (name, value) in headers { request.headers[name] = value }
    request.headers["Accept"] = "image/png, image/jpeg, image/gif"
    // Pictures have a cache of their own: a second copy would push rates out of this one.
    request.headers["Cache-Control"] = "no-store"
    request.headers["If-None-Match"] = etag
    request.limits = .image
    let response = try await response(to: request)
    let lifetime = response.maxAge
    switch response.status {
    case 200: return .image(response.body, etag: response.headers["ETag"], lifetime: lifetime)
    case 304 where etag != nil: return .unchanged(lifetime: lifetime)
    default: throw response.fault ?? .status(response.status)
    }
  }
}

extension HTTPResponse {
  /// Seconds of `max-age`, where there is one that can be read.
  var maxAge: Int? {
    cacheDirectives.first { $0.name == "max-age" && $0.argument != nil }?.argument.flatMap { Int($0) }
  }

  /// Whether the server says `no-store`: no byte of the answer may be written to the disk.
  var forbidsStoring: Bool { cacheDirectives.contains { $0.name == "no-store" } }

  private var cacheDirectives: [(name: String, argument: String?)] {
    let isOutside = { (character: Character) in character == " " || character == "\"" }
    return (headers.combined("Cache-Control") ?? "").split(separator: ",").map { directive in
      let parts = directive.split(separator: "=", maxSplits: 1).map { $0.trimmed(of: isOutside) }
      return (parts.first.map { $0.lowercased() } ?? "", parts.count == 2 ? parts[1] : nil)
    }
  }
}
