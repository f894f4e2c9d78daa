// SPDX-License-Identifier: GPL-3.0-or-later

/// The two network requests that a server makes to an identity provider.
struct IssuerNetwork: Sendable {
  /// Returns the document at an address. Throws if it cannot be loaded.
  var get: @Sendable (_ address: String) async throws -> [UInt8]
  /// The status and document that a form is answered with; `authorization` is the header of that name, if there is one.
  var post:
    @Sendable (_ address: String, _ form: [(String, String)], _ authorization: String?) async throws
      -> (status: Int, body: [UInt8])
}
