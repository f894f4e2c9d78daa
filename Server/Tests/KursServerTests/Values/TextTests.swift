// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct TextTests {
  @Test("all spellings of an email address give the same address", arguments: [
      ("ada@example.org", "ada@example.org"), ("  Ada@Example.ORG\n", "ada@example.org"),
      ("a\u{308}da@example.org", "\u{E4}da@example.org"), ("a@localhost", "a@localhost"),
    ])
  func allSpellingsOfAnEmailAddressGiveTheSameAddress(typed: String, text: String) {
    #expect(EmailAddress(typed)?.text.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test("an invalid email address is refused", arguments: [
      "", "ada", "@example.org", "ada@", "a@b@c", "a b@example.org", "ada@.org", "ada@org.", "ada@a..b", "a\u{0}@b.org",
      String(repeating: "a", count: 65) + "@b.org", "a@" + String(repeating: "b", count: 253),
    ])
  func anInvalidEmailAddressIsRefused(typed: String) {
    #expect(EmailAddress(typed) == nil)
  }

  @Test("a random code never begins with a dash", arguments: UInt8.min...UInt8.max)
  func aRandomCodeNeverBeginsWithADash(byte: UInt8) {
    let code = Code.random { [UInt8](repeating: byte, count: $0) }
    #expect(code.count == 23 && code.first != "-")
    #expect(Code.normalized(code) == code.filter { $0 != "-" })
  }

  @Test("names of kinds, fields, events or currencies with invalid characters are refused")
  func namesOfKindsFieldsEventsOrCurrenciesWithInvalidCharactersAreRefused() {
    #expect(Name.isKind("own-rate") && Name.isKind(String(repeating: "a", count: 32)))
    #expect(["", "Own", "own_rate", "1a", "-a", String(repeating: "a", count: 33)].allSatisfy { !Name.isKind($0) })
    #expect(Name.isField("lastUsed") && Name.isField("A.b_c-9"))
    #expect(["", "9a", "a b", "\u{E4}", "a:b", String(repeating: "a", count: 65)].allSatisfy { !Name.isField($0) })
    #expect(Name.isEvent("list.opened") && !Name.isEvent("List") && !Name.isEvent(""))
    #expect(Name.isCurrency("EUR") && !Name.isCurrency("eur") && !Name.isCurrency("EURO"))
  }

  @Test("base64 and hexadecimal accept only one spelling of the same bytes")
  func base64AndHexadecimalAcceptOnlyOneSpellingOfTheSameBytes() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 250) }
      #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
      #expect(Hexadecimal.bytes(Hexadecimal.text(bytes)) == bytes)
    }
    for text in ["AB", "A", "AA=", "A+A_", "A/AA", "AA A", "\u{E4}AAA"] { #expect(Base64URL.bytes(text) == nil) }
    for text in ["a", "0g", "0X", " 0"] { #expect(Hexadecimal.bytes(text) == nil) }
  }
}
