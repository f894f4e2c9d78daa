// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema

/// A request to the account server. Its description omits the body, because some requests contain passwords.
public struct AccountRequest: Sendable, CustomStringConvertible, CustomReflectable {
  public let command: Endpoint
  public let body: [UInt8]
  /// The key by which the server recognises a repeated request, which it executes only once.
  public var idempotencyKey: String?

  public init(_ command: Endpoint, _ body: JSONValue = .object(JSONObject()), idempotencyKey: String? = nil) {
    self.init(
      command, bytes: command.method == .get ? [] : Array(JSONWriter().text(of: body).utf8),
      idempotencyKey: idempotencyKey)
  }

  public init(_ command: Endpoint, bytes: [UInt8], idempotencyKey: String? = nil) {
    self.command = command
    body = bytes
    self.idempotencyKey = idempotencyKey
  }

  public var description: String { "AccountRequest(\(command.name))" }
  public var customMirror: Mirror { Mirror(self, children: ["command": command.name]) }
}

extension AccountRequest {
  public static func signIn(email: String, password: String, device: String) -> AccountRequest {
    AccountRequest(
      .signIn, ["email": .string(email), "password": .string(password), "device": .string(device)])
  }

  public static func resetPassword(email: String, code: String, password: String, device: String) -> AccountRequest {
    AccountRequest(
      .resetPassword,
      [
        "email": .string(email), "code": .string(code), "password": .string(password), "device": .string(device),
      ])
  }

  public static func register(
    email: String, password: String, name: String, device: String, invitation: String = ""
  ) -> AccountRequest {
    var body = JSONObject([
      ("email", .string(email)), ("password", .string(password)), ("name", .string(name)), ("device", .string(device)),
    ])
    if !invitation.isEmpty { body["invitation"] = .string(invitation) }
    return AccountRequest(.register, .object(body))
  }

  public static func renew(refreshToken: String) -> AccountRequest {
    AccountRequest(.renew, ["refresh_token": .string(refreshToken)])
  }

  /// Creates a request that signs out the device with this refresh token. An expired token works too.
  public static func signOut(refreshToken: String) -> AccountRequest {
    AccountRequest(.signOut, ["refresh_token": .string(refreshToken)])
  }

  public static let profile = AccountRequest(.profile)

  public static func rename(_ name: String, idempotencyKey: String) -> AccountRequest {
    AccountRequest(.rename, ["name": .string(name)], idempotencyKey: idempotencyKey)
  }

  public static func newName(in body: [UInt8]) -> String { (try? JSONReader().read(body))?["name"]?.string ?? "" }

  public static func changePassword(from old: String?, to new: String) -> AccountRequest {
    var body = JSONObject([("new", .string(new))])
    body["old"] = old.map { .string($0) }
    return AccountRequest(.changePassword, .object(body))
  }

  public static func deleteAccount(password: String) -> AccountRequest {
    AccountRequest(.deleteAccount, ["password": .string(password)])
  }

  /// Creates a request that deletes the account of a member without a password. The member's id confirms the deletion.
  public static func deleteAccount(of member: String) -> AccountRequest {
    AccountRequest(.deleteAccount, ["confirm": .string(member)])
  }

  public static func replaceAvatar(_ picture: [UInt8], idempotencyKey: String) -> AccountRequest {
    AccountRequest(.replaceAvatar, bytes: PictureForm.body(picture), idempotencyKey: idempotencyKey)
  }

  public static let service = AccountRequest(.updateConfig, ["config": .object(JSONObject())])
}
