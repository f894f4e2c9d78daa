// SPDX-License-Identifier: GPL-3.0-or-later
import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1

extension IssuerNetwork {
  private static let byteLimit = 1_048_576
  private static let timeout = TimeAmount.seconds(10)

  /// Returns a network that uses HTTPS, limits time and size, and ignores redirects.
  static func live(_ client: HTTPClient) -> Self {
    Self(
      get: { address in
        let response = try await client.execute(HTTPClientRequest(url: address), timeout: timeout)
        guard response.status == .ok else { throw IdentityFault.unreachable }
        return Array(try await response.body.collect(upTo: byteLimit).readableBytesView)
      },
      post: { address, form, authorization in
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.headers.add(name: "Accept", value: "application/json")
        if let authorization { request.headers.add(name: "Authorization", value: authorization) }
        request.body = .bytes(ByteBuffer(string: form.map { "\($0.0)=\($0.1.formEncoded)" }.joined(separator: "&")))
        let response = try await client.execute(request, timeout: timeout)
        let body = try await response.body.collect(upTo: byteLimit)
        return (Int(response.status.code), Array(body.readableBytesView))
      })
  }
}

extension String {
  var formEncoded: String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
      default: "%" + Hexadecimal.text([byte]).uppercased()
      }
    }.joined()
  }
}
