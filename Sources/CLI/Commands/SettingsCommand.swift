// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

enum SettingChoices {
  /// Returns the allowed values of a setting, for example `buying, middle, selling`. Nil if any text is allowed.
  static func of(_ name: String) -> String? {
    switch name {
    case "side": QuoteSide.allCases.map(\.rawValue).joined(separator: ", ")
    case "refresh-interval": RefreshInterval.allCases.map(\.rawValue).joined(separator: ", ")
    case "currency-mark": CurrencyLook.Mark.allCases.map(\.rawValue).joined(separator: ", ")
    case "currency-naming": CurrencyLook.Naming.allCases.map(\.rawValue).joined(separator: ", ")
    case "cache-memory": "0\u{2013}\(CacheSizes.memoryRange.upperBound)"
    case "cache-disk": "0\u{2013}\(CacheSizes.diskRange.upperBound)"
    case "max-age": "0\u{2013}3660"
    case "strict", "refresh-on-metered", "offline", "cash-rounding", "log-statistics", "send-statistics", "send-reports":
      "true, false"
    default: nil
    }
  }
}

struct SettingsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "settings", abstract: helpText("Show and change the settings. The window uses the same settings."),
      subcommands: [List.self, Get.self, Set.self], defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String { helpText("List each setting with its value.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      let settings = try CLIContext(common).core.reading.settings
      let values = SettingsKey.all.map { ($0.name, $0.value(in: settings)) }
      if json {
        return Terminal.say(JSONWriter().text(of: .object(JSONObject(values.map { ($0.0, $0.1.json) }))))
      }
      for (name, value) in values {
        Terminal.say("\(name)=\(value.plain)" + (SettingChoices.of(name).map { "  (\($0))" } ?? ""))
      }
    }
  }

  struct Get: PlainCommand {
    static var abstract: String { helpText("Print the value of a setting.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The name of the setting, as \"kurs-cli settings list\" prints it.")) var name: String

    func run() async throws {
      let key = try SettingsCommand.key(name)
      Terminal.say(key.value(in: try CLIContext(common).core.reading.settings).plain)
    }
  }

  struct Set: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: helpText("Change a setting."),
        discussion: helpText(
          "Write lists as ecb,nbp and tables as $=CAD,kr=SEK. An empty value clears the list."))
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The name of the setting, as \"kurs-cli settings list\" prints it.")) var name: String
    @Argument(help: helpText("The new value.")) var value: String

    func run() async throws {
      let (key, session) = (try SettingsCommand.key(name), try CLIContext(common))
      let before = session.core.reading.settings
      var settings = before
      guard let read = key.value(in: settings).reading(plain: value), key.set(read, in: &settings) else {
        throw CommandFailure.unreadableSetting(name, value)
      }
      settings.providers = try await session.named(settings.providers) ?? []
      // Only new providers are checked, because a damaged series in the saved order must not prevent other changes.
      let known = Swift.Set(before.providers + before.addresses.keys)
      for id in settings.providers + settings.addresses.keys where !known.contains(id) { try await session.check(id) }
      guard !settings.providers.isEmpty else { throw CommandFailure.unreadableSetting(name, value) }
      for currency in settings.resultCurrencies + settings.symbols.values { _ = try session.currency(currency.code) }
      try await session.keep(settings)
      Terminal.say("\(name)=\(key.value(in: settings).plain)")
      // The user's new server URL is used even if the provider reported a permanent move, so the move is forgotten.
      for id in settings.addresses.keys where name == "addresses" {
        try await session.core.rates.download.forgetMoves(of: id)
      }
    }
  }

  private static func key(_ name: String) throws -> SettingsKey {
    guard let key = SettingsKey.named(name) else { throw CommandFailure.unknownSetting(name) }
    return key
  }
}
