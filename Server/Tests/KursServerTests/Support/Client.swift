// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import KursServer

struct Client: Sendable {
  let transport: any TestClientProtocol
  let clock: TestClock
  let server: AccountServer
  let folder: URL
  var token: String?
  var address = "192.0.2.1"

  func get(_ path: String, headers: [String: String] = [:]) async throws -> Reply {
    try await send("GET", path, headers: headers, body: nil)
  }

  func post(_ path: String, _ json: String = "{}", headers: [String: String] = [:]) async throws -> Reply {
    try await send(
      "POST", path, headers: ["Content-Type": "application/json"].merging(headers) { $1 }, body: Array(json.utf8))
  }

  func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]?
  ) async throws -> Reply {
    var fields: HTTPFields = [:]
    for (name, value) in headers.merging(["X-Forwarded-For": address], uniquingKeysWith: { one, _ in one }) {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if let token { fields[.authorization] = "Bearer \(token)" }
    let response = try await transport.executeRequest(
      uri: path, method: try #require(HTTPRequest.Method(method)), headers: fields,
      body: body.map { ByteBuffer(bytes: $0) })
    let bytes = Array(response.body.readableBytesView)
    AnswerRecord.add(
      method: method, path: path, status: response.status.code, type: response.headers[.contentType],
      body: bytes)
    return try Reply(status: response.status.code, headers: response.headers, body: bytes)
  }
}

extension Client {
  /// Returns the content of all of the server's files.
  func stored() throws -> String {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map { file in
      String(decoding: try Data(contentsOf: file), as: Unicode.ASCII.self)
    }.joined()
  }

  static let password = "correct horse"

  /// Registers a member. Returns the same client, signed in.
  func registered(_ email: String = "ada@example.org") async throws -> SignedIn {
    let data = try await post(
      "/api/v1/member/register/", #"{"email":"\#(email)","password":"\#(Self.password)","device":"desk"}"#
    ).ok()
    return try SignedIn(client: self, data: data)
  }

  /// Signs a registered member in, as another computer of the member would.
  func signedIn(_ email: String = "ada@example.org", password: String = Client.password) async throws -> SignedIn {
    let data = try await post(
      "/api/v1/member/login/email/", #"{"email":"\#(email)","password":"\#(password)"}"#
    ).ok()
    return try SignedIn(client: self, data: data)
  }
}

/// A client with a session.
struct SignedIn: Sendable {
  let client: Client
  let member: String
  let access: String
  let refresh: String

  init(client: Client, data: JSON) throws {
    access = try #require(data["access_token"]?.text)
    refresh = try #require(data["refresh_token"]?.text)
    member = try #require(data["member"]?["id"]?.text)
    var client = client
    client.token = access
    self.client = client
  }

  func post(_ path: String, _ json: String = "{}", headers: [String: String] = [:]) async throws -> Reply {
    try await client.post(path, json, headers: headers)
  }

  func get(_ path: String, headers: [String: String] = [:]) async throws -> Reply {
    try await client.get(path, headers: headers)
  }

  /// Renews the session. Returns the client with the next pair of tokens.
  func renewed() async throws -> SignedIn {
    try SignedIn(client: client, data: await renewal().ok())
  }

  func renewal() async throws -> Reply {
    try await client.post("/api/v1/member/login/refresh/", #"{"refresh_token":"\#(refresh)"}"#)
  }
}
