// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Testing

@Suite struct OriginTests {
  @Test(
    "a host in any spelling has the same ASCII form",
    arguments: [
      ("https://bücher.example/kurse", "xn--bcher-kva.example"), ("https://BÜCHER.example", "xn--bcher-kva.example"),
      ("https://xn--bcher-kva.example", "xn--bcher-kva.example"), ("https://bank.example/preis?in=£", "bank.example"),
      ("https://[2001:db8::1]:8443/", "[2001:db8::1]"),
    ])
  func aHostInAnySpellingHasTheSameASCIIForm(address: String, host: String) {
    #expect(Origin(of: address)?.host == host)
  }

  @Test("text that is not an address has no origin", arguments: ["bücher", "https://", "ftp://bücher.example", "/kurse/ü"])
  func textThatIsNotAnAddressHasNoOrigin(address: String) { #expect(Origin(of: address) == nil) }

  @Test(
    "a relative address is resolved with the address of its page",
    arguments: [
      ("kurse?tag=ü", "https://bücher.example/a/b", "https://xn--bcher-kva.example/a/kurse?tag=%C3%BC"),
      ("//straße.example/#x", "https://bank.example/", "https://xn--strae-oqa.example/"),
      ("https://bücher.example/x", "https://bank.example/", "https://xn--bcher-kva.example/x"),
      ("../c", "https://bank.example/a/b/", "https://bank.example/a/c"),
    ])
  func aRelativeAddressIsResolvedWithTheAddressOfItsPage(reference: String, base: String, meant: String) {
    #expect(Origin.resolve(reference, against: base) == meant)
  }
}
