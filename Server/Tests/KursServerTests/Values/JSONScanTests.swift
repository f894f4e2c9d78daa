// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct JSONScanTests {
  @Test("valid JSON is accepted", arguments: [
      "{}", "[]", " {\"a\" : [1, -2.5e3, true, false, null, \"x\\\"y\\\\\"] } ", #"{"a":"\u0301"}"#, "\"x\"",
      #"{"a":{"b":[{"c":"\#(String(repeating: "\u{301}\u{323}", count: 100))"}]}}"#,
    ])
  func validJSONIsAccepted(text: String) throws {
    try JSONScan.check(Array(text.utf8))
  }

  // fault: N01
  @Test("invalid or unsupported JSON is refused", arguments: [
      "", "{", "{]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "tru", "\"", "{} {}", "\u{FEFF}{}", "\"\n\"",
      #"{"\u0301":1}"#, "{\"\u{301}\":1}", #"{"\#(String(repeating: "k", count: 101))":1}"#,
      String(repeating: "[", count: 100_000), String(repeating: "1", count: 33),
    ])
  func invalidOrUnsupportedJSONIsRefused(text: String) {
    #expect(throws: Refusal(.malformed)) { try JSONScan.check(Array(text.utf8)) }
  }

  @Test("a JSON list of more than 1,000 elements is refused") func aJSONListOfMoreThan1000ElementsIsRefused() throws {
    let thousand = [String](repeating: "1", count: 1000).joined(separator: ",")
    try JSONScan.check(Array("[\(thousand)]".utf8))
    #expect(throws: Refusal(.tooLarge)) { try JSONScan.check(Array("[\(thousand),1]".utf8)) }
  }
}
