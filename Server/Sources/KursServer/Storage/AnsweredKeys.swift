// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// The stored responses by `Idempotency-Key`, in a transaction.
///
/// A response is saved in the same transaction as its effect, and there is only one writer. So a second request with
/// the key never finds the effect without the response.
struct AnsweredKeys {
  let database: Database
  /// The owner of the keys: a member's id, `track` and an installation's id, or `report`. Owners may use equal keys.
  let scope: String
  let now: Instant

  // The seconds for which a response is stored. Clients may send a queued request again for 7 days, but the request
  // must take effect only once. The draft ietf-httpapi-idempotency-key-header asks servers to publish this time.
  static let seconds: Int64 = 8 * 86_400

  /// Returns the response stored for the call's idempotency key, or runs the effect if the key is missing or new.
  func once(_ call: Call, effect: () throws -> Answer) throws -> Answer {
    guard let key = try call.idempotencyKey() else { return try effect() }
    let digest = Data(SHA256.digest(Array(call.path.utf8) + [0] + call.body))
    let known = try Row.fetchOne(
      database, sql: "SELECT digest, body FROM answered WHERE scope = ? AND key = ? AND created > ?",
      arguments: [scope, key, now.adding(seconds: -Self.seconds)])
    if let known {
      let knownDigest: Data = known["digest"]
      let body: Data = known["body"]
      guard knownDigest == digest else { throw Refusal(.keyReused) }
      return Answer(body: [UInt8](body), isReplayed: true)
    }
    let answer = try effect()
    try database.execute(
      sql: """
        INSERT INTO answered VALUES (?, ?, ?, ?, ?) ON CONFLICT (scope, key) DO UPDATE SET digest = excluded.digest,
        body = excluded.body, created = excluded.created
        """,
      arguments: [scope, key, digest, Data(answer.body), now])
    return answer
  }
}
