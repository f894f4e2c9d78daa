// SPDX-License-Identifier: GPL-3.0-or-later

struct IssuerNetwork: Sendable {
  var get: @Sendable (_ address: String) async throws -> [UInt8]
  /// Sends a form and returns the response's status and body. `authorization`: the value of that header, or nil.
  var post:
    @Sendable (_ address: String, _ form: [(String, String)], _ authorization: String?) async throws
      -> (status: Int, body: [UInt8])
}
