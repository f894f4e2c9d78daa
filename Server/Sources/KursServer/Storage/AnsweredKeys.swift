// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// The stored responses by `Idempotency-Key`, in a transaction.
///
/// The response is saved in the same transaction as the effect, and there is only one writer. No second request with
/// the key can come in between, and none finds the effect without the response.
struct AnsweredKeys {
  let database: Database
  /// The member's id, because two members may use the same key.
  let scope: String
  let now: Instant

  // draft-ietf-httpapi-idempotency-key-header asks a server to publish how long it keeps a key. A client's queue may
  // send a command again for 7 days, and it must still take effect only once.
  static let seconds: Int64 = 8 * 86_400

  /// Returns the stored response, or runs the effect and stores its response. Without a key, the effect always runs.
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
