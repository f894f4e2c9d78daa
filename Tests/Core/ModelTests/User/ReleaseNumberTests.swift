// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct ReleaseNumberTests {
  @Test(
    "version numbers are read",
    arguments: [("1", "1.0.0"), ("1.4", "1.4.0"), ("0.10.2", "0.10.2"), ("0.0.0-dev", "0.0.0"), ("1.02", "1.2.0")])
  func versionNumbersAreRead(text: String, shown: String) { #expect(ReleaseNumber(text)?.description == shown) }

  @Test(
    "text that is not a version number is refused",
    arguments: ["", "-", "-1", "1.", ".1", "1..2", "1.2.3.4", "v1", "1.x", "99999999999999999999"])
  func readsNothingElse(text: String) { #expect(ReleaseNumber(text) == nil) }

  @Test("version numbers are ordered as numbers, not as text") func versionNumbersAreOrderedAsNumbersNotAsText() {
    let texts = ["0.0.0-dev", "0.9", "0.10", "1", "1.0.1", "1.2", "1.10", "10"]
    let numbers = texts.compactMap { ReleaseNumber($0) }
    #expect(numbers.count == texts.count && numbers.shuffled().sorted() == numbers)
    #expect(ReleaseNumber("1") == ReleaseNumber("1.0.0"))
  }
}
