// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

/// The account's environment.
public struct AccountEnvironment: Sendable {
  public var secrets: any SecretStore
  /// Created for the first request to the server, and again after a member is wiped.
  public var client: @Sendable () -> AccountClient
  public var clock: @Sendable () -> Timestamp
  public var uptime: @Sendable () -> Uptime
  /// Returns at that moment, or early if the task is cancelled.
  public var sleep: @Sendable (Uptime) async -> Void
  /// A random number: 0…1000.
  public var jitter: @Sendable () -> Int64
  /// Identifies the boot. A deadline by `uptime` has no meaning after it.
  public var boot: String
  /// This machine's name in the server's list of the member's sessions.
  public var device: String
  /// The folder in which a user's programs agree which one renews; nil if there is none.
  public var lockFolder: String?
  /// The longest wait for a program that holds the lock: longer than any request may take.
  public var lockPatience: Duration = .seconds(60)
  public var track: Track = { _ in }
  /// This program's version; nil if it doesn't matter.
  public var release: ReleaseNumber?
  /// Nil without browser sign-in.
  public var browser: BrowserSurroundings?

  public init(
    secrets: any SecretStore, client: @escaping @Sendable () -> AccountClient,
    clock: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Uptime,
    sleep: @escaping @Sendable (Uptime) async -> Void, jitter: @escaping @Sendable () -> Int64, boot: String,
    device: String, lockFolder: String?, browser: BrowserSurroundings? = nil
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

/// A member's data outside `user.sqlite`, whose tables are wiped by their column `member`.
public struct MemberData: Sendable {
  /// The name of the part, for error messages.
  public let name: String
  /// Deletes it. Can be repeated.
  public let wipe: @Sendable (MemberID) async throws -> Void

  public init(name: String, wipe: @escaping @Sendable (MemberID) async throws -> Void) {
    self.name = name
    self.wipe = wipe
  }
}
