// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

struct Answer: Hashable, Sendable {
  var status = 200
  var type = "application/json"
  var body: [UInt8] = []
  /// The strong entity tag without quotes. Nil if the client may not cache the response.
  var tag: String?
  /// The value of `Cache-Control`. Only some commands allow clients to cache a response.
  var cacheControl = "no-store"
  var retryAfter: Int?
  /// Whether this is the stored response to an earlier identical request.
  var isReplayed = false

  static func of(_ data: some Encodable) throws -> Answer {
    Answer(body: try Envelope(status: "OK", reason: "", data: data).json())
  }

  static func refused(_ refusal: Refusal) throws -> Answer {
    let envelope = Envelope(status: "ERROR", reason: refusal.reason.rawValue, data: refusal.details)
    return Answer(
      status: refusal.reason.status, body: try envelope.json(), retryAfter: refusal.details.retryAfter)
  }
}

struct Envelope<Data: Encodable>: Encodable {
  let status: String
  let reason: String
  let data: Data

  /// Encodes the response. The same data always has the same bytes, because the entity tag is calculated from them.
  func json() throws -> [UInt8] { try JSONText.bytes(of: self) }
}

struct Nothing: Encodable {}
