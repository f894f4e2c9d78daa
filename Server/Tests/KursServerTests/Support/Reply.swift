// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import HTTPTypes
import Testing

@testable import KursServer

/// A response to a test's client. Its JSON envelope is checked.
struct Reply: Sendable {
  let status: Int
  let headers: HTTPFields
  let body: [UInt8]
  let reason: String?
  let data: JSON

  init(status: Int, headers: HTTPFields, body: [UInt8]) throws {
    self.status = status
    self.headers = headers
    self.body = body
    guard headers[.contentType] == "application/json" else {
      (reason, data) = (nil, .null)
      return
    }
    let envelope = try JSONDecoder().decode(JSON.self, from: Data(body))
    reason = envelope["reason"]?.text
    data = try #require(envelope["data"])
    #expect(envelope["status"]?.text == (status < 400 ? "OK" : "ERROR"))
    #expect((reason == "") == (status < 400))
  }

  func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// Returns the data of a successful response. Fails for any other response.
  @discardableResult
  func ok(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    try #require(status == 200, "\(reason ?? "")", sourceLocation: sourceLocation)
    return data
  }

  /// Expects a refusal with this reason and its HTTP status. Returns the response's data.
  @discardableResult
  func refused(_ expected: Reason, sourceLocation: SourceLocation = #_sourceLocation) -> JSON {
    #expect(reason == expected.rawValue, sourceLocation: sourceLocation)
    #expect(status == expected.status, sourceLocation: sourceLocation)
    return data
  }
}
