// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

public struct AccountEnvironment: Sendable {
  public var secrets: any SecretStore
  /// Creates an API client. It is called before the first request, and again after a member's data is deleted.
  public var client: @Sendable () -> AccountClient
  public var clock: @Sendable () -> Timestamp
  public var uptime: @Sendable () -> Uptime
  /// Waits until a time, or until the task is cancelled.
  public var sleep: @Sendable (Uptime) async -> Void
  /// Returns a random number from 0 to 1000.
  public var jitter: @Sendable () -> Int64
  /// The id of the computer's current boot. A stored `Uptime` is valid only during the same boot.
  public var boot: String
  public var device: String
  /// The folder of the lock files. A lock lets only one of the user's programs renew tokens at a time.
  public var lockFolder: String
  /// The maximum wait for another program's lock. It is longer than the time limit of every request.
  public var lockPatience: Duration = .seconds(60)
  public var track: Track = { _ in }
  public var note: @Sendable (LogEntry) async -> Void = { _ in }
  /// This program's version. Nil skips the check of the server's oldest supported version.
  public var release: ReleaseNumber?
  public var browser: BrowserEnvironment?

  public init(
    secrets: any SecretStore, client: @escaping @Sendable () -> AccountClient,
    clock: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Uptime,
    sleep: @escaping @Sendable (Uptime) async -> Void, jitter: @escaping @Sendable () -> Int64, boot: String,
    device: String, lockFolder: String, browser: BrowserEnvironment? = nil
  ) {
    self.secrets = secrets
    self.client = client
    self.clock = clock
    self.uptime = uptime
    self.sleep = sleep
    self.jitter = jitter
    self.boot = boot
    self.device = device
    self.lockFolder = lockFolder
    self.browser = browser
  }
}

/// A kind of data that is stored for a member outside the user's database. `wipe` deletes this data of a member.
public struct MemberData: Sendable {
  public let name: String
  public let wipe: @Sendable (MemberID) async throws -> Void

  public init(name: String, wipe: @escaping @Sendable (MemberID) async throws -> Void) {
    self.name = name
    self.wipe = wipe
  }
}
