// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import Testing

struct JSONReaderTests {
  @Test("malformed JSON is refused with the fault and its offset", .fault("J02", "J03", "J07", "J08"), arguments: [
    ("[1,]", JSONReadError.Fault.unexpectedByte(0x5D), 3), ("[1,,2]", .unexpectedByte(0x2C), 3),
    ("{\"a\":0,}", .unexpectedByte(0x7D), 7), ("{\"rate\":1,\"rate\":2}", .duplicateKey("rate"), 10),
    ("{\"a\":1,\"\\u0061\":2}", .duplicateKey("a"), 7), ("", .empty, 0), (" \n", .empty, 2),
    ("[1", .unexpectedEnd, 2),
    ("01", .invalidNumber, 1), ("1.", .unexpectedEnd, 2), ("-", .unexpectedEnd, 1),
    ("1e+", .unexpectedEnd, 3),
    ("-x", .invalidNumber, 1), ("1e1000000000", .exponentTooLarge, 2), ("+1", .unexpectedByte(0x2B), 0),
    ("1 2", .trailingBytes, 2), ("\"\\uD800\"", .loneSurrogate, 1), ("\"\\uDC00\\uD800\"", .loneSurrogate, 1),
    ("\"\\uD800\\u0041\"", .loneSurrogate, 1), ("\"\\x\"", .invalidEscape, 1),
    ("\"\\u12G4\"", .invalidEscape, 1),
    ("\"a\nb\"", .controlCharacter, 2), ("\"a", .unexpectedEnd, 2), ("\"\\", .unexpectedEnd, 2),
    ("nul", .unexpectedEnd, 3), ("nulL", .unexpectedByte(0x4C), 3), ("\u{FEFF}1", .byteOrderMark, 0),
    ("{\"a\" 1}", .unexpectedByte(0x31), 5), ("{1:2}", .unexpectedByte(0x31), 1),
    ("NaN", .unexpectedByte(0x4E), 0),
  ])
  func malformedJSONIsRefusedWithTheFaultAndItsOffset(text: String, fault: JSONReadError.Fault, offset: Int) {
    #expect(throws: JSONReadError(fault, at: offset)) { try JSONReader().read(text.utf8) }
  }

  @Test("bytes that are not UTF-8 are refused", .fault("J07"), 
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0x22, 0x41, 0xF4, 0x90, 0x80, 0x80, 0x22], 2), ([0x22, 0xE2, 0x82], 1),
      ([0x22, 0xE2, 0x82, 0x22], 1),
      ([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], 1), ([0x22, 0xE0, 0x9F, 0xBF, 0x22], 1),
    ] as [([UInt8], Int)])
  func bytesThatAreNotUTF8AreRefused(bytes: [UInt8], offset: Int) {
    #expect(throws: JSONReadError(.invalidUTF8, at: offset)) { try JSONReader().read(bytes) }
  }

  @Test("UTF-16 is refused at its first zero byte", .fault("J08"))
  func utf16IsRefusedAtItsFirstZeroByte() {
    #expect(throws: JSONReadError(.unexpectedByte(0), at: 1)) {
      try JSONReader().read([0x5B, 0x00, 0x5D, 0x00] as [UInt8])
    }
  }

  @Test("strings with and without escapes are read", arguments: [
    ("\"\\u20ac \\uD834\\uDD1E \\\" \\\\ \\/ \\b\\f\\n\\r\\t\"", "€ 𝄞 \" \\ / \u{8}\u{C}\n\r\t"),
    ("\"\\u0000\"", "\0"), ("\"ä€𝄞\"", "ä€𝄞"), ("\"\"", ""), ("\"\u{7F}\"", "\u{7F}"),
  ])
  func stringsWithAndWithoutEscapesAreRead(text: String, expected: String) throws {
    #expect(try JSONReader().read(text.utf8) == .string(expected))
  }

  @Test("object keys with é in two Unicode spellings are different keys", .fault("J04"))
  func objectKeysWithInTwoUnicodeSpellingsAreDifferentKeys() throws {
    let object = try #require(try JSONReader().read("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8).object)
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test("with the option lastWins, the last of duplicate keys is used")
  func withTheOptionLastWinsTheLastOfDuplicateKeysIsUsed() throws {
    let value = try JSONReader(duplicateKeys: .lastWins).read("{\"a\":1,\"b\":2,\"a\":3}".utf8)
    #expect(JSONWriter().text(of: value) == "{\"a\":3,\"b\":2}")
  }

  @Test("after a correct key, a malformed or duplicate key is refused", arguments: [
    ("[{\"a\\\\\":1},{\"a\\\":1}]", 20), ("[{\"a\\\"b\":1},{\"a\"b\":1}]", 16), ("[{\"\\n\":1},{\"\n\":1}]", 12),
    ("[{\"a\":1},{\"a\":1,\"a\":2}]", 16), ("[{\"a\":1,\"b\":2},{\"a\":1,\"a\":2}]", 22), ("[{\"a\":1},{\"a\"}]", 13),
    ("[{\"a\":1},{\"a", 12),
  ])
  func afterACorrectKeyAMalformedOrDuplicateKeyIsRefused(text: String, offset: Int) {
    let error = #expect(throws: JSONReadError.self) { try JSONReader().read(text.utf8) }
    #expect(error?.offset == offset, "\(text)")
  }

  @Test("every key is found in objects that share some keys", arguments: [
    "[{\"a\":1,\"b\":2},{\"a\":3},{\"a\":4,\"b\":5,\"c\":6},{\"b\":7,\"a\":8},{\"ab\":9}]",
    "[{\"a\":{\"a\":1,\"c\":2},\"b\":2},{\"a\":{\"a\":1},\"b\":3}]",
  ])
  func everyKeyIsFoundInObjectsThatShareSomeKeys(text: String) throws {
    let value = try JSONReader().read(text.utf8)
    #expect(JSONWriter().text(of: value) == text)
    for object in try #require(value.array).compactMap(\.object) {
      for member in object.members { #expect(object[member.key] == member.value) }
    }
  }

  @Test("every key is found if objects have up to thirty equal keys", arguments: [0, 8, 9, 30])
  func everyKeyIsFoundInObjectsWithUpToThirtySharedKeys(more: Int) throws {
    let names = (0..<30).map { "n\($0)" }
    let other = names.prefix(more) + names.dropFirst(more).reversed()
    let texts = [names, names, Array(other), Array(names.prefix(20))].map { names in
      "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
    }
    let objects = try #require(try JSONReader().read("[\(texts.joined(separator: ","))]".utf8).array)
    for object in objects.compactMap(\.object) {
      for name in names { #expect(object[name] == (object.members.contains { $0.key == name } ? .string(name) : nil)) }
      #expect(object["n30"] == nil)
    }
  }

  @Test("a JSON number keeps its original text") func aJSONNumberKeepsItsOriginalText() throws {
    let texts = [
      "123456789012345678.123456789", String(repeating: "9", count: 45), "1e400", "-0", "1E2", "1.10",
    ]
    for text in texts { #expect(try JSONReader().read(text.utf8).number?.text == text) }
  }

  @Test("JSON with 64 nested arrays is read, with 65 refused", .fault("J05"))
  func jsonWith64NestedArraysIsReadWith65Refused() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try JSONReader().read(nested(64).utf8) }
    #expect(throws: JSONReadError(.tooDeep, at: 64)) { try JSONReader().read(nested(65).utf8) }
  }

  @Test("JSON with 100,000 nested brackets is refused at the depth limit", .fault("J05"), arguments: ["[", "{\"a\":"])
  func manyNestedBracketsAreRefusedAtTheDepthLimit(opening: String) {
    var limits = JSONReader.Limits()
    limits.depth = 1_000_000
    let text = String(repeating: opening, count: 100_000)
    #expect(throws: JSONReadError(.tooDeep, at: 64 * opening.utf8.count)) { try JSONReader().read(text.utf8) }
    #expect(throws: JSONReadError(.tooDeep, at: 512 * opening.utf8.count)) {
      try JSONReader(limits: limits).read(text.utf8)
    }
  }

  @Test("JSON with 100,000 nested brackets is refused within 5 ms", .fault("J05"), arguments: ["[", "{\"a\":"])
  func manyNestedBracketsAreRefusedWithin5Ms(opening: String) {
    let bytes = Array(String(repeating: opening, count: 100_000).utf8)
    // Take the shortest of five times, because other programs may delay a measurement.
    let times = (1...5).map { _ in ContinuousClock().measure { _ = try? JSONReader().read(bytes) } }
    #expect(times.min() ?? .seconds(1) < .milliseconds(5))
  }

  @Test("a document, string or number over its length limit is refused")
  func aDocumentStringOrNumberOverItsLengthLimitIsRefused() {
    var limits = JSONReader.Limits()
    (limits.documentLength, limits.stringLength, limits.numberLength) = (40, 5, 6)
    let reader = JSONReader(limits: limits)
    #expect(throws: Never.self) { try reader.read("[\"12345\",123456]".utf8) }
    #expect(throws: JSONReadError(.stringTooLong, at: 2)) { try reader.read("[\"123456\"]".utf8) }
    #expect(throws: JSONReadError(.numberTooLong, at: 1)) { try reader.read("[1234567]".utf8) }
    #expect(throws: JSONReadError(.documentTooLong, at: 40)) {
      try reader.read(String(repeating: " ", count: 41).utf8)
    }
  }

  @Test("JSON bytes in a slice, buffer or Data give the same value")
  func jsonBytesInASliceBufferOrDataGiveTheSameValue() throws {
    let bytes = Array("xx{\"a\":[1,2]}yy".utf8)
    let expected: JSONValue = ["a": [1, 2]]
    #expect(try JSONReader().read(bytes[2..<13]) == expected)
    #expect(try JSONReader().read(Data(bytes[2..<13])) == expected)
    #expect(try JSONReader().read(Array(bytes[2..<13].reversed()).reversed()) == expected)
    #expect(throws: JSONReadError(.unexpectedEnd, at: 10)) { try JSONReader().read(bytes[2..<12]) }
  }
}
