// SPDX-License-Identifier: GPL-3.0-or-later

import CKursVersion
import Glibc
public import KursModel
public import KursNetwork
public import KursStorage
public import KursWorkflow

/// The core's surroundings: folders, clock, files, the person's number format and country.
public struct CoreEnvironment: Sendable {
  /// Holds `rates.sqlite` and `user.sqlite`.
  public var dataFolder: String
  public var cacheFolder: String
  public var resources: ResourceLocator
  public var clock: @Sendable () -> Timestamp
  public var amounts: AmountReader
  /// Makes the way to the network; called once something is asked of a server.
  public var transport: @Sendable () -> any Transport
  /// ISO 3166 alpha-2 of the person's locale, for the first currency shown; nil where it names none.
  public var country: String?

  /// How long the first refresh waits after the start: a glance at the calculator needs no network.
  public var refreshDelay: Duration = .seconds(10)
  /// The file of settings; nil where what is chosen holds for this run alone.
  public var settingsFile: String?
  /// The store of passwords and keys.
  public var secrets: any SecretStore = MemorySecretStore()
  /// The live network whose cache the settings bound and clear; nil where the transport is another.
  public var network: LiveNetwork?
  /// The folder of the lock by which one person's programs renew a sign-in once (`XDG_RUNTIME_DIR`); nil if there is
  /// none.
  public var lockFolder: String?
  /// Decodes a picture of a media type to so many pixels a side; nil where it cannot, as where no window is.
  public var decodePicture: @Sendable (_ bytes: [UInt8], _ type: String, _ side: Int) async -> DecodedImage? =
    { _, _, _ in nil }
  /// Hears of a file that is found damaged, on whichever thread found it; of the person's own only while it is in use.
  public var noteSetAside: @Sendable (QuarantinedFile) -> Void = { _ in }
  /// Hears why nothing of a file can be saved, once it is open.
  public var noteSaveError: @Sendable (StorageError) -> Void = { _ in }
  /// Differs from machine to machine, so that not all ask a provider in the same second.
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

/// The person's folders after the XDG base directory specification.
public struct Folders: Sendable, Equatable {
  /// Data that must not be lost: accounts, saved calculations.
  public var data: String
  /// Data that can be fetched again.
  public var cache: String
  /// Settings.
  public var configuration: String
  /// State between runs, such as the size of a window.
  public var state: String

  /// Reads the folders from the environment; nil when not even `HOME` is an absolute path.
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

  /// Takes from everyone else what they have of the folders that are there.
  public func narrow() {
    for folder in [data, cache, configuration, state] { PrivateFolder.narrow(folder) }
  }
}

/// The clock of this machine, in the time zone of the person.
public enum LiveClock {
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return moment(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// A moment, with the offset that the person's zone has then.
  public static func moment(_ milliseconds: Int64) -> Timestamp {
    // Read anew, for a person may travel while the program runs.
    tzset()
    var (seconds, local) = (time_t(milliseconds / 1000), tm())
    localtime_r(&seconds, &local)
    return Timestamp(milliseconds: milliseconds, offset: Int32(clamping: local.tm_gmtoff))
  }
}

extension BrowserSurroundings {
  /// A real port, and chance from the kernel.
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

/// How a program of Kurs ends.
public enum ProgramEnd {
  /// Ends the process with a status, all that was written flushed.
  ///
  /// Not by `exit`, which runs OpenSSL's clean-up while a thread of libcurl may still be inside it: that crashes. What is
  /// stored is safe at any moment, so nothing needs an orderly end.
  public static func now(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}

/// The version of this build, as meson.build states it; `0.0.0-dev` outside meson.
public let kursVersion = String(cString: kurs_version())
