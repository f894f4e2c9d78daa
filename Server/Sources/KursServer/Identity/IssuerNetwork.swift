// SPDX-License-Identifier: GPL-3.0-or-later

/// The two things a server asks of an identity provider over the network.
struct IssuerNetwork: Sendable {
  /// The document at an address; throws when it cannot be had.
  var get: @Sendable (_ address: String) async throws -> [UInt8]
  /// The status and document that a form is answered with; `authorization` is the header of that name, if there is one.
  var post:
    @Sendable (_ address: String, _ form: [(String, String)], _ authorization: String?) async throws
      -> (status: Int, body: [UInt8])
}
