// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursItems
import KursModel
import Testing
import TestSupport

@Suite struct ServiceItemTests {
  /// Reads the service's description from a response of the server. The response must match its schema.
  private func read(_ service: String) throws -> ServiceTerms {
    let answer = #"{"status":"OK","reason":"","data":{"config":{},"config_revision":0\#(service)}}"#
    let value = try JSONReader().read(Array(answer.utf8))
    guard try Fixture.schemas["account/config"]?.evaluate(value).isValid == true else { throw ItemError.foreign }
    return ServiceResponse.read(value["data"])
  }

  @Test("a response without the server's limits gives the default limits")
  func aResponseWithoutTheServersLimitsGivesTheDefaultLimits() throws {
    #expect(try read("") == ServiceTerms())
    #expect(try read(#","service":{}"#) == ServiceTerms())
    #expect(ServiceResponse.read(nil) == ServiceTerms())
  }

  @Test("server limits that a response omits get their defaults")
  func serverLimitsThatAResponseOmitsGetTheirDefaults() throws {
    let terms = try read(
      #","service":{"message":"Closed on Sunday.","oldest_client":"1.4","limits":{"picture_bytes":5,"changes":7}}"#)
    #expect(terms.message == "Closed on Sunday.")
    #expect(terms.oldestClient == ReleaseNumber("1.4.0"))
    var limits = ServiceLimits()
    (limits.picture, limits.changes) = (5, 7)
    #expect(terms.limits == limits)
  }

  @Test("control characters in the service message are replaced by visible characters", .fault("N09"))
  func controlCharactersInTheServiceMessageAreReplacedByVisibleCharacters() throws {
    let terms = try read(#","service":{"message":"a\nb\u001b[1m\u202Ec\u2069"}"#)
    #expect(terms.message == "a↵b␛[1m\u{FFFD}c\u{FFFD}")
    #expect(try read(#","service":{"message":"<b>&amp;</b> مغلق"}"#).message == "<b>&amp;</b> مغلق")
  }

  @Test("a server message or limit that breaks the schema is refused", .fault("N08"), arguments: [
    #""message":"""#, #""message":"\#(String(repeating: "x", count: 501))""#, #""message":7"#, #""oldest_client":"new""#,
    #""oldest_client":"1.2.3.4""#, #""limits":{"changes":0}"#, #""limits":{"changes":1.5}"#, #""limits":[]"#,
  ])
  func aServerMessageOrLimitThatBreaksTheSchemaIsRefused(part: String) {
    #expect(throws: (any Error).self) { try read(#","service":{\#(part)}"#) }
  }
}
