// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import Testing

@Suite struct SettingsKeyTests {
  /// Returns the default of each key in the schema that GSettings uses.
  static func schema() throws -> [String: String] {
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
    let text = try String(contentsOf: root.appending(path: "data/org.kursapp.Kurs.gschema.xml"), encoding: .utf8)
    let pattern = #/<key name="(?<name>[^"]+)".*?<default>(?<value>.*?)</default>/#.dotMatchesNewlines()
    return Dictionary(
      uniqueKeysWithValues: text.matches(of: pattern).map { (String($0.output.name), String($0.output.value)) })
  }

  @Test("the GSettings schema has the same settings and defaults as the code")
  func theGSettingsSchemaHasTheSameSettingsAndDefaultsAsTheCode() throws {
    #expect(try Self.schema() == Dictionary(uniqueKeysWithValues: Settings().values.map { ($0.name, $1.variant) }))
  }

  @Test("each choice in the GSettings schema exists in the code")
  func eachChoiceInTheGSettingsSchemaExistsInTheCode() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
    let text = try String(contentsOf: root.appending(path: "data/org.kursapp.Kurs.gschema.xml"), encoding: .utf8)
    let choices = text.matches(of: #/<choice value="([^"]+)"/#).map { String($0.output.1) }
    #expect(
      choices == QuoteSide.allCases.map(\.rawValue) + RefreshInterval.allCases.map(\.rawValue)
        + CurrencyLook.Mark.allCases.map(\.rawValue) + CurrencyLook.Naming.allCases.map(\.rawValue))
  }

  @Test("a setting is read back as it was written", arguments: [
    ("providers", SettingsValue.list(["nbp", "ecb"])), ("strict", .flag(true)), ("side", .text("buying")),
    ("addresses", .map(["ecb": "https://rates.example.org"])),
    ("refresh-interval", .text("weekly")), ("refresh-on-metered", .flag(true)), ("offline", .flag(true)),
    ("cache-memory", .number(0)), ("cache-disk", .number(1024)), ("symbols", .map(["$": "CAD"])),
    ("result-currencies", .list(["CHF"])), ("cash-rounding", .flag(true)), ("max-age", .number(7)), ("log-statistics", .flag(true)),
    ("send-statistics", .flag(true)), ("currency-mark", .text("flag")), ("currency-naming", .text("name")),
    ("fee-profiles", .map(["Card": "1.75% + 0.35 EUR; min 1 EUR"])),
    ("send-reports", .flag(true)), ("account-server", .text("https://kurs.example.org")),
  ])
  func aSettingIsReadBackAsItWasWritten(name: String, value: SettingsValue) throws {
    let key = try #require(SettingsKey.named(name))
    var settings = Settings()
    #expect(key.set(value, in: &settings))
    #expect(key.value(in: settings) == value)
    #expect(settings != Settings())
    for other in SettingsKey.all where other.name != name {
      #expect(other.value(in: settings) == other.value(in: Settings()))
    }
  }

  @Test("a currency has the flag of the country in its code", arguments: [
    ("EUR", CurrencyRecord.Kind.money, false, "🇪🇺"), ("USD", .money, false, "🇺🇸"), ("XAF", .money, false, nil),
    ("XAU", .metal, false, nil), ("DEM", .money, true, nil),
  ] as [(String, CurrencyRecord.Kind, Bool, String?)])
  func aCurrencyHasTheFlagOfTheCountryInItsCode(
    code: String, kind: CurrencyRecord.Kind, isGone: Bool, flag: String?
  ) throws {
    let record = CurrencyRecord(
      currency: try #require(Currency(code)), kind: kind, name: "", minorUnit: 2,
      until: isGone ? Day(iso: "2001-12-31") : nil)
    #expect(record.flag == flag)
  }

  @Test("there are 20 settings") func thereAre20Settings() {
    #expect(SettingsKey.all.count == 20)
  }

  @Test("an invalid value changes no setting", arguments: [
    ("providers", SettingsValue.list(["ecb", "ecb"])), ("providers", .list(["European Central Bank"])), ("providers", .text("ecb")),
    ("side", .text("cash")),
    ("addresses", .map(["ecb": "http://rates.example.org"])), ("addresses", .map(["E CB": "https://a.example"])),
    ("refresh-interval", .text("hourly")), ("cache-memory", .number(65)), ("cache-disk", .number(-1)),
    ("symbols", .map(["$": "dollar"])), ("symbols", .map(["": "USD"])), ("result-currencies", .list(["EURO"])),
    ("account-server", .text("ftp://a")), ("currency-mark", .text("badge")), ("currency-naming", .text("")),
  ])
  func anInvalidValueChangesNoSetting(name: String, value: SettingsValue) throws {
    var settings = Settings()
    #expect(try !#require(SettingsKey.named(name)).set(value, in: &settings))
    #expect(settings == Settings())
  }
}
