// SPDX-License-Identifier: GPL-3.0-or-later

import CKursCore
import Glibc
public import KursModel
public import KursNetwork
public import KursStorage
public import KursWorkflow

public struct CoreEnvironment: Sendable {
  public var dataFolder: String
  public var cacheFolder: String
  public var resources: ResourceLocator
  public var clock: @Sendable () -> Timestamp
  public var amounts: AmountReader
  public var transport: @Sendable () -> any Transport
  /// The country code (ISO 3166 alpha-2) of the user's locale, which selects the first currency. Nil if unknown.
  public var country: String?

  /// The delay of the first refresh. A user who opens the calculator only for seconds needs no network.
  public var refreshDelay: Duration = .seconds(10)
  /// The file with the settings. Nil if the settings are lost when Kurs ends.
  public var settingsFile: String?
  public var secrets: any SecretStore = MemorySecretStore()
  /// The real network, whose cache size is a setting. Nil if another transport is used.
  public var network: LiveNetwork?
  public var decodePicture: @Sendable (_ bytes: [UInt8], _ type: String, _ side: Int) async -> DecodedImage? =
    { _, _, _ in nil }
  /// Receives each damaged file, on any thread. For the user's file, only damage found during use is received.
  public var noteRecoveredFile: @Sendable (QuarantinedFile) -> Void = { _ in }
  /// Receives the error if changes to an open file can't be saved.
  public var noteSaveError: @Sendable (StorageError) -> Void = { _ in }
  /// The seed of random delays. It differs between computers, so that their requests don't coincide.
  public var seed: UInt64 = .random(in: .min ... .max)

  public init(
    dataFolder: String, cacheFolder: String, resources: ResourceLocator,
    clock: @escaping @Sendable () -> Timestamp, amounts: AmountReader, country: String?,
    transport: @escaping @Sendable () -> any Transport
  ) {
    self.dataFolder = dataFolder
    self.cacheFolder = cacheFolder
    self.resources = resources
    self.clock = clock
    self.amounts = amounts
    self.country = country
    self.transport = transport
  }
}

public struct Folders: Sendable, Equatable {
  public var data: String
  public var cache: String
  public var configuration: String
  public var state: String

  /// Uses the XDG base directories. Returns nil if a folder is unknown because `HOME` isn't an absolute path.
  public init?(environment: [String: String], program: String = "kurs") {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    func folder(_ variable: String, _ fallback: String) -> String? {
      // The XDG specification says that programs must ignore relative paths.
      if let value = environment[variable], value.hasPrefix("/") { return "\(value)/\(program)" }
      return home.map { "\($0)/\(fallback)/\(program)" }
    }
    guard let data = folder("XDG_DATA_HOME", ".local/share"), let cache = folder("XDG_CACHE_HOME", ".cache"),
      let configuration = folder("XDG_CONFIG_HOME", ".config"),
      let state = folder("XDG_STATE_HOME", ".local/state")
    else { return nil }
    self.data = data
    self.cache = cache
    self.configuration = configuration
    self.state = state
  }

  public func narrow() {
    for folder in [data, cache, configuration, state] { PrivateFolder.narrow(folder) }
  }
}

public enum LiveClock {
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return moment(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  public static func moment(_ milliseconds: Int64) -> Timestamp {
    // The time zone is read each time, because the user may travel while Kurs runs.
    tzset()
    var (seconds, local) = (time_t(milliseconds / 1000), tm())
    localtime_r(&seconds, &local)
    return Timestamp(milliseconds: milliseconds, offset: Int32(clamping: local.tm_gmtoff))
  }
}

extension BrowserEnvironment {
  static let live = BrowserEnvironment(
    listen: { answer in
      let listener = LoopbackListener { target in
        let page = answer(target)
        return LoopbackAnswer(status: page.status, html: page.html)
      }
      return listener.map { listener in RedirectPort(number: listener.port) { listener.close() } }
    },
    random: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    })
}

public enum ProgramEnd {
  /// Ends the process after flushing output. `exit` crashes if OpenSSL's clean-up runs while libcurl uses OpenSSL.
  public static func now(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}

/// The version from meson.build. It is `0.0.0-dev` in builds without meson.
public let kursVersion = String(cString: kurs_version())
