// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursCore

/// One run of the terminal program: the core, opened in the person's folders.
struct Session {
  let core: Core

  init(_ options: CommonOptions) throws {
    let variables = ProcessInfo.processInfo.environment
    guard let folders = Folders(environment: variables) else { throw CommandFailure.noHome }
    let data = options.dataDir.map(Self.absolute) ?? folders.data
    let cache = options.dataDir == nil ? folders.cache : data + "/cache"
    core = try Failure.wording {
      try Core(
        CoreEnvironment(
          dataFolder: data, cacheFolder: cache,
          resources: ResourceLocator(environment: variables, executable: Self.executable),
          clock: Self.now, amounts: .plain, country: nil,
          transport: liveTransport(version: kursVersion, cacheFolder: cache)))
    }
    if let aside = core.setAside {
      Terminal.complain("The file could not be used and was kept as \(aside.path); rates were built anew.")
    }
  }

  /// The rates of a day, taken up from the shipped history as far as that day needs.
  func table(of provider: ProviderID, on day: Day?, needsHistory: Bool = false) async throws -> RateTable {
    try await Failure.wording {
      if provider == core.bundle.provider {
        try await core.rates.takeUp(core.bundle, pauseAfterNewestDay: day == nil && !needsHistory)
      }
      return try await core.rates.table(of: provider, on: day)
    }
  }

  func currency(_ code: String) throws -> Currency {
    guard let currency = Currency(code), core.catalogue[currency] != nil else {
      throw CommandFailure.unknownCurrency(code)
    }
    return currency
  }

  static let now: @Sendable () -> Timestamp = {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static let executable =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
}

extension AmountReader {
  /// Plain decimals, as programs write them: `1234.56`.
  static let plain = AmountReader(symbols: .english)
}
