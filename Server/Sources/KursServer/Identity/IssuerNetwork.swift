// SPDX-License-Identifier: GPL-3.0-or-later

struct IssuerNetwork: Sendable {
  var get: @Sendable (_ address: String) async throws -> [UInt8]
  /// Sends a form and returns the response's status and body. `authorization`: the value of the `Authorization` header,
  /// or nil to send no such header.
  var post:
    @Sendable (_ address: String, _ form: [(String, String)], _ authorization: String?) async throws
      -> (status: Int, body: [UInt8])
}
