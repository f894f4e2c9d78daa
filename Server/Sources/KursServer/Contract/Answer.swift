// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A command's answer, before HTTP.
struct Answer: Hashable, Sendable {
  var status = 200
  var type = "application/json"
  var body: [UInt8] = []
  /// A strong entity tag, without its quotes, where the answer may be kept by the caller.
  var tag: String?
  /// Answers are not cached unless a command allows it.
  var cacheControl = "no-store"
  /// Seconds to wait, of a refusal.
  var retryAfter: Int?
  /// Whether it is the answer to the same request, sent before.
  var isReplayed = false

  /// A good answer in its envelope.
  static func of(_ data: some Encodable) throws -> Answer {
    Answer(body: try Envelope(status: "OK", reason: "", data: data).json())
  }

  /// A refusal in its envelope.
  static func refused(_ refusal: Refusal) throws -> Answer {
    let envelope = Envelope(status: "ERROR", reason: refusal.reason.rawValue, data: refusal.details)
    return Answer(
      status: refusal.reason.status, body: try envelope.json(), retryAfter: refusal.details.retryAfter)
  }
}

/// The envelope of every answer but a picture.
struct Envelope<Data: Encodable>: Encodable {
  let status: String
  let reason: String
  let data: Data

  /// Its bytes; the same data gives the same bytes, so that a tag can be made of them.
  func json() throws -> [UInt8] { try JSONText.bytes(of: self) }
}

/// An empty `data`.
struct Nothing: Encodable {}
