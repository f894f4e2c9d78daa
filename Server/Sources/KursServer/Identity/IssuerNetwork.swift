// SPDX-License-Identifier: GPL-3.0-or-later

/// The two network requests that a server makes to an identity provider.
struct IssuerNetwork: Sendable {
  /// Returns the document at an address. Throws if it cannot be loaded.
  var get: @Sendable (_ address: String) async throws -> [UInt8]
  /// Posts a form. Returns the response's status and body.
  var post: @Sendable (_ address: String, _ form: [(String, String)]) async throws -> (status: Int, body: [UInt8])
}
