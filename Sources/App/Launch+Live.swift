// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursDesktop
import KursModel
import KursWorkflow

extension Launch {
  /// The program as it runs on a desktop; nil when there is no folder to keep anything in.
  public static func live(environment: [String: String]) -> Launch? {
    guard let folders = Folders(environment: environment) else { return nil }
    let locales = Locales(environment: environment)
    let symbols = NumberSymbols(posix: locales.numeric)
    let format = NumberFormat(symbols)
    let numbers = NumberWords(
      separator: String(Character(symbols.decimal)), read: { Rational(typed: $0, symbols) },
      text: { format.text($0, places: $1) })
    let core = CoreEnvironment(
      dataFolder: folders.data, cacheFolder: folders.cache,
      resources: ResourceLocator(environment: environment, executable: System.executable()),
      clock: { Timestamp(milliseconds: System.milliseconds()) }, amounts: .reading(symbols, region: locales.country),
      country: locales.country, transport: liveTransport(version: kursVersion, cacheFolder: folders.cache))
    return Launch(environment: environment, numbers: numbers, start: { StartWorkflow.run(core) })
  }
}
