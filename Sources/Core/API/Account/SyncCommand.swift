// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema

extension Command {
  static let sync = Command(
    "account/sync", method: .post, path: "/api/v1/sync/", accept: json, schema: "account/sync", needsSignIn: true)
}

extension AccountRequest {
  /// What changed here, for what changed elsewhere. Needs no key: sent twice it says the same.
  public static func sync(_ body: JSONValue) -> AccountRequest { AccountRequest(.sync, body) }
}
