// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

@Suite struct SettingsValueTests {
  /// The texts are those that GLib 2.74 wrote into a key file.
  @Test("a value is written as GLib writes it", arguments: [
    (SettingsValue.flag(true), "true"), (.flag(false), "false"), (.number(7), "7"), (.number(-7), "-7"),
    (.text(""), "''"), (.text("plain"), "'plain'"), (.text("a'b"), "\"a'b\""), (.text("a\"b"), "'a\"b'"),
    (.text("a'\"b"), "\"a'\\\"b\""), (.text("x\ny ü\\"), "'x\\ny ü\\\\'"), (.text("\u{1}"), "'\\u0001'"),
    (.list([]), "[]"), (.list(["nbp", "ecb"]), "['nbp', 'ecb']"), (.map([:]), "{}"),
    (.map(["kr": "SEK", "$": "CAD"]), "{'$': 'CAD', 'kr': 'SEK'}"),
  ])
  func aValueIsWrittenAsGLibWritesIt(value: SettingsValue, text: String) {
    #expect(value.variant == text)
    #expect(value.reading(variant: text) == value)
  }

  @Test("a setting in any notation that GLib accepts is read", arguments: [
    (SettingsValue.list([]), "@as []", SettingsValue.list([])), (.map([:]), "@a{ss} {}", .map([:])),
    (.list([]), "[ 'a' , \"b\" ]", .list(["a", "b"])), (.map([:]), "{'a':'b','a':'c'}", .map(["a": "c"])),
    (.text(""), "'\\u00e9\\U0001F600\\t\\q'", .text("é😀\tq")), (.number(0), "+12", .number(12)),
  ])
  func aSettingInAnyNotationThatGLibAcceptsIsRead(shape: SettingsValue, text: String, value: SettingsValue) {
    #expect(shape.reading(variant: text) == value)
  }

  @Test("a value of the wrong type is refused", arguments: [
    (SettingsValue.flag(true), "True"), (.flag(true), "1"), (.flag(true), "true x"), (.number(1), "1.5"),
    (.number(1), "99999999999999999999"), (.number(1), ""), (.text(""), "'a"), (.text(""), "a"), (.text(""), "'a' 'b'"),
    (.text(""), "'\\uD800'"), (.text(""), "'\\u12'"), (.text(""), "'\\"), (.list([]), "['a',]"), (.list([]), "['a'"),
    (.list([]), "[1]"), (.list([]), "'a'"), (.map([:]), "{'a'}"), (.map([:]), "{'a': }"), (.map([:]), "[]"),
  ])
  func aValueOfTheWrongTypeIsRefused(shape: SettingsValue, text: String) {
    #expect(shape.reading(variant: text) == nil)
  }

  @Test("any written text is read back unchanged") func anyWrittenTextIsReadBackUnchanged() {
    var random = SplitMix64(seed: 42)
    let scalars = (0x20..<0x2000).compactMap { Unicode.Scalar($0) } + ["'", "\"", "\\", "\n", "\t", "\u{0}", "\u{7F}", "😀"]
    for _ in 0..<5000 {
      let texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        String(String.UnicodeScalarView((0..<Int.random(in: 0...8, using: &random)).map { _ in
          Bool.random(using: &random) ? scalars.suffix(8).randomElement(using: &random)! : scalars.randomElement(using: &random)!
        }))
      }
      let value = SettingsValue.list(texts)
      #expect(value.reading(variant: value.variant) == value, "\(texts)")
    }
  }

  @Test("typed text is read as a value of the setting's type", arguments: [
    (SettingsValue.flag(false), "on", SettingsValue.flag(true)), (.list([]), "ecb, nbp", .list(["ecb", "nbp"])),
    (.list(["a"]), "", .list([])), (.map([:]), "$=CAD, kr = SEK", .map(["$": "CAD", "kr": "SEK"])),
    (.number(1), "20", .number(20)), (.text("a"), "", .text("")),
  ])
  func typedTextIsReadAsAValueOfTheSettingsType(shape: SettingsValue, text: String, value: SettingsValue) {
    #expect(shape.reading(plain: text) == value)
    #expect(shape.reading(plain: value.plain) == value)
  }
}
