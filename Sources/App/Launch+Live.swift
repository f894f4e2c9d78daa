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
    let numbers = NumberWords(separator: ".") { $0.text(places: $1) }
    let core = CoreEnvironment(
      dataFolder: folders.data, cacheFolder: folders.cache,
      resources: ResourceLocator(environment: environment, executable: System.executable()),
      clock: { Timestamp(milliseconds: System.milliseconds()) },
      amounts: AmountReader(
        read: { text in
          if text.isEmpty { return .failure(.empty) }
          return Rational(text: text).map { .success($0) } ?? .failure(.unreadable(position: 0))
        },
        write: { $0.text(places: $1) }),
      country: locales.country, transport: liveTransport(version: kursVersion))
    return Launch(environment: environment, numbers: numbers, start: { StartWorkflow.run(core) })
  }
}
