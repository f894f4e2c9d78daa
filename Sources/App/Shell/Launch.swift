// SPDX-License-Identifier: GPL-3.0-or-later

import KursBus
import KursCore
import KursDesktop
import KursGtk
import KursModel
public import KursWorkflow

public struct Launch: Sendable {
  public var environment: [String: String]
  public var numbers: NumberStrings
  /// The settings file. Kurs observes changes by other programs after the first frame. Nil if no file is used.
  public var settingsFile: SettingsFile?
  /// The folder of rates and user data. Nil if no other program can change them.
  public var dataFolder: String?
  public var start: @Sendable () -> AsyncStream<StartState>

  /// The program's name on the D-Bus session bus. Tests use another name.
  var program: String { environment["KURS_APP_ID"] ?? Paths.applicationId }

  /// Creates the `Words`. Call this after the language is set, because the language decides the text direction.
  @MainActor
  func words(_ catalogue: CurrencyCatalogue) -> Words {
    Words(numbers: numbers, catalogue: catalogue, areRightToLeft: Appearance.isRightToLeft)
  }
}

extension Launch {
  public static func live(environment: [String: String]) -> Launch? {
    guard let folders = Folders(environment: environment) else { return nil }
    folders.narrow()
    let locales = Locales(environment: environment)
    let symbols = NumberSymbols(posix: locales.numeric)
    let format = NumberFormat(symbols)
    let language = locales.languages.first ?? ""
    let shown = NumberFormat(symbols.shown(in: language))
    let reader = AmountReader.reading(symbols, region: locales.country, language: language)
    let numbers = NumberStrings(
      separator: String(Character(symbols.decimal)), read: { reader.number($0) }, format: format,
      text: { shown.text($0, places: $1) })
    let clock = { @Sendable in LiveClock.now() }
    let settings = SettingsFile(path: folders.configuration + "/settings.ini", clock: clock)
    let network = LiveNetwork(version: kursVersion, cacheFolder: folders.cache) { await Desktop.gio.proxies($0) }
    var core = CoreEnvironment(
      dataFolder: folders.data, cacheFolder: folders.cache,
      resources: ResourceLocator(environment: environment, executable: System.executable()),
      clock: clock, amounts: reader, country: locales.country,
      transport: { network.transport })
    (core.settingsFile, core.network, core.secrets) = (settings.path, network, SecretServiceStore())
    core.decodePicture = PictureDecoder(executable: System.executable()).decode
    return Launch(
      environment: environment, numbers: numbers, settingsFile: settings, dataFolder: folders.data,
      start: { [core] in StartWorkflow.run(core) })
  }
}
