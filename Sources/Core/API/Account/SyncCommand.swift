// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema

extension Command {
  static let sync = Command(
    "account/sync", method: .post, path: "/api/v1/sync/", accept: json, schema: "account/sync", needsSignIn: true)
}

extension AccountRequest {
  /// Sends local changes and receives others. Needs no idempotency key: sending it twice has the same effect.
  public static func sync(_ body: JSONValue) -> AccountRequest { AccountRequest(.sync, body) }
}
