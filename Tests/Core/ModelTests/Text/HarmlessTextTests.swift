// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Text from a server is made safe to show.
@Suite struct HarmlessTextTests {
  @Test("control and text-direction characters are replaced by visible characters", arguments: [
    ("plain — text, €", "plain — text, €"), ("\u{1B}[31mred\u{7}", "␛[31mred␇"), ("a\r\nb\u{2028}c\u{85}d", "a↵↵b↵c↵d"),
    ("\u{202E}drawkcab\u{2066}\u{200F}", "\u{FFFD}drawkcab\u{FFFD}\u{FFFD}"), ("\u{9B}31m\u{7F}\0", "\u{FFFD}31m␡␀"),
    ("a\u{200B}b\u{FEFF}\u{E0041}", "a\u{FFFD}b\u{FFFD}\u{FFFD}"), ("tab\there", "tab here"), ("دينار", "دينار"), ("", ""),
  ]) func controlAndTextDirectionCharactersAreReplacedByVisibleCharacters(text: String, shown: String) {
    #expect(text.harmless() == shown)
  }

  @Test("a long text is truncated") func aLongTextIsTruncated() {
    #expect(String(repeating: "x", count: 500).harmless(limit: 10) == "xxxxxxxxxx…")
    #expect("0123456789".harmless(limit: 10) == "0123456789")
    #expect(("e" + String(repeating: "\u{301}", count: 100_000)).harmless(limit: 20).unicodeScalars.count == 21)
  }
}
