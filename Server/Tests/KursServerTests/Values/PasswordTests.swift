// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct PasswordTests {
  // The hashes are from RFC 7914, section 12. Only the first 32 of their 64 bytes are here. A hash of 32 bytes is the
  // beginning of a hash of 64 bytes.
  @Test("scrypt gives the digests in RFC 7914", arguments: [
      ("password", "NaCl", 10, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"),
      ("pleaseletmein", "SodiumChloride", 14, 1, "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"),
    ])
  func scryptGivesTheDigestsInRFC7914(
    password: String, salt: String, rounds: Int, parallelism: Int, digest: String
  ) throws
  {
    let cost = PasswordHash.Cost(rounds: rounds, blockSize: 8, parallelism: parallelism)
    let hash = try PasswordHash(Password(password), salt: Array(salt.utf8), cost: cost)
    #expect(Hexadecimal.text(hash.digest) == digest)
  }

  @Test("a password hash made with an older scrypt cost is still accepted")
  func aPasswordHashMadeWithAnOlderScryptCostIsStillAccepted() throws {
    let cost = PasswordHash.Cost(rounds: 4, blockSize: 8, parallelism: 1)
    let stored = try PasswordHash(Password("correct horse"), salt: [1, 2, 3], cost: cost).text
    let read = try #require(PasswordHash(text: stored))
    #expect(read.cost == cost)
    #expect(try read.matches(Password("correct horse")))
    #expect(try !read.matches(Password("Correct horse")))
    #expect(try !read.matches(Password("")))
  }

  @Test("a password is the same in both Unicode spellings of a letter")
  func aPasswordIsTheSameInBothUnicodeSpellingsOfALetter() {
    #expect(Password("caf\u{E9} au lait").bytes == Password("cafe\u{301} au lait").bytes)
  }

  @Test(
    "text that is not a password hash is refused",
    arguments: ["", "$scrypt$ln=4,r=8$AQID$AQID", "$argon2id$ln=4,r=8,p=1$AQID$AQID", "$scrypt$ln=x,r=8,p=1$AQ$AQ"])
  func textThatIsNotAPasswordHashIsRefused(text: String) {
    #expect(PasswordHash(text: text) == nil)
  }

  @Test("a password is never printed") func aPasswordIsNeverPrinted() {
    let password = Password("correct horse")
    var dumped = ""
    dump(password, to: &dumped)
    #expect(!"\(password)\(String(reflecting: password))\(dumped)".contains("horse"))
    #expect(!dumped.contains("99"))
  }

  @Test(
    "a short or common password or the member's email address is refused",
    arguments: [
      ("123 5678 ", false), ("123 567 90", true), ("äöüäöüäöü", false), ("äöüß äöüß ", true),
      (String(repeating: "a", count: 1024), true), (String(repeating: "a", count: 1025), false),
      ("1234567890", false), ("QwertyUIOP", false), ("password123", false), ("passwordpassword", false),
      ("ada.lovelace@example.org", false), ("Ada.Lovelace", false), ("my ada.lovelace@example.org", false),
      ("ada lovelace", true),
    ])
  func aShortOrCommonPasswordOrTheMembersEmailAddressIsRefused(typed: String, isGood: Bool) {
    #expect(Password(typed).isGood(for: EmailAddress("ada.lovelace@example.org")) == isGood)
  }

  @Test("a password shorter than today's minimum is accepted at sign-in")
  func aPasswordShorterThanTodaysMinimumIsAcceptedAtSignIn() {
    #expect(Password("äöüäö").isPossible)
  }
}
