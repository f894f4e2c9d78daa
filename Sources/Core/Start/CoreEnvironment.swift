// SPDX-License-Identifier: GPL-3.0-or-later

import CKursVersion
import Glibc
public import KursModel
public import KursNetwork
public import KursStorage
public import KursWorkflow

/// The core's environment: folders, clock, files, and the user's number format and country.
public struct CoreEnvironment: Sendable {
  /// Contains `rates.sqlite` and `user.sqlite`.
  public var dataFolder: String
  public var cacheFolder: String
  public var resources: ResourceLocator
  public var clock: @Sendable () -> Timestamp
  public var amounts: AmountReader
  /// Creates the transport, on the first request to a server.
  public var transport: @Sendable () -> any Transport
  /// ISO 3166 alpha-2 of the user's locale, for the first currency; nil if it has none.
  public var country: String?

  /// The wait of the first refresh after the start, because a glance at the calculator needs no network.
  public var refreshDelay: Duration = .seconds(10)
  /// The file of settings; nil to keep choices for this run only.
  public var settingsFile: String?
  /// The store of passwords and keys.
  public var secrets: any SecretStore = MemorySecretStore()
  /// The live network, whose cache the settings limit and clear; nil for another transport.
  public var network: LiveNetwork?
  /// The folder of the lock by which one user's programs renew a sign-in once (`XDG_RUNTIME_DIR`); nil if there is
  /// none.
  public var lockFolder: String?
  /// Decodes a picture of a media type to at most `side` pixels per side; nil if it can't, as in a program without
  /// windows.
  public var decodePicture: @Sendable (_ bytes: [UInt8], _ type: String, _ side: Int) async -> DecodedImage? =
    { _, _, _ in nil }
  /// Called when a file is found damaged, on any thread. For the user's file only while it is in use.
  public var noteSetAside: @Sendable (QuarantinedFile) -> Void = { _ in }
  /// Called with the reason if a file can't be saved, once it is open.
  public var noteSaveError: @Sendable (StorageError) -> Void = { _ in }
  /// Differs between machines, so that they don't all ask a provider in the same second.
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

/// The user's folders by the XDG base directory specification.
public struct Folders: Sendable, Equatable {
  /// Data that must not be lost: accounts, saved lists.
  public var data: String
  /// Data that can be fetched again.
  public var cache: String
  /// Settings.
  public var configuration: String
  /// State between runs, such as the size of a window.
  public var state: String

  /// Reads the folders from the environment; nil if not even `HOME` is an absolute path.
  public init?(environment: [String: String], program: String = "kurs") {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    func folder(_ variable: String, _ fallback: String) -> String? {
      // "All paths … must be absolute. If … a relative path … the path [is] invalid and should [be] ignore[d]."
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

  /// Removes other users' permissions from the existing folders.
  public func narrow() {
    for folder in [data, cache, configuration, state] { PrivateFolder.narrow(folder) }
  }
}

/// The clock of this machine, in the user's time zone.
public enum LiveClock {
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return moment(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// A moment, with the zone's offset at that time.
  public static func moment(_ milliseconds: Int64) -> Timestamp {
    // Read each time, because a user may travel while the program runs.
    tzset()
    var (seconds, local) = (time_t(milliseconds / 1000), tm())
    localtime_r(&seconds, &local)
    return Timestamp(milliseconds: milliseconds, offset: Int32(clamping: local.tm_gmtoff))
  }
}

extension BrowserSurroundings {
  static let live = BrowserSurroundings(
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

/// Ends a program of Kurs.
public enum ProgramEnd {
  /// Ends the process with a status after flushing output.
  ///
  /// Not by `exit`, which runs OpenSSL's clean-up while a thread of libcurl may be inside it, and crashes. Stored data
  /// is safe at any moment, so no orderly end is needed.
  public static func now(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}

/// The version of this build, from meson.build. `0.0.0-dev` outside meson.
public let kursVersion = String(cString: kurs_version())
