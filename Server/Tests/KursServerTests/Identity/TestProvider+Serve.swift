// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore

@testable import KursServer

extension TestProvider {
  /// Serves an identity provider over a real socket while the test runs.
  static func served(_ test: @Sendable (TestProvider) async throws -> Void) async throws {
    let place = Place()
    let router = Router()
    router.get("**") { request, _ in
      ByteBuffer(bytes: try await place.provider().document(at: place.provider().issuer + request.uri.path))
    }
    router.post("**") { request, _ in
      let form = URLEncodedForm(String(buffer: try await request.body.collect(upTo: 65_536)))
      let provider = try await place.provider()
      let (status, body) = try provider.redeem(
        at: provider.issuer + request.uri.path, form.fields, request.headers[.authorization])
      return Response(status: .init(code: status), body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
    let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
    try await application.test(.live) { transport in
      let provider = try TestProvider(issuer: "http://127.0.0.1:\(transport.port ?? 0)")
      await place.put(provider)
      try await test(provider)
    }
  }

  private actor Place {
    private var value: TestProvider?

    func put(_ provider: TestProvider) { value = provider }

    func provider() throws -> TestProvider {
      guard let value else { throw IdentityFault.unreachable }
      return value
    }
  }
}

/// A URL-encoded form, as a browser or a server sends it.
private struct URLEncodedForm {
  let fields: [(String, String)]

  init(_ text: String) {
    fields = text.split(separator: "&").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = parts[0].removingPercentEncoding, let value = parts[1].removingPercentEncoding
      else { return nil }
      return (name, value)
    }
  }
}
