// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

/// All that the account is given from outside.
public struct AccountEnvironment: Sendable {
  public var secrets: any SecretStore
  /// Made when something is first asked of the server, and anew after a member is wiped.
  public var client: @Sendable () -> AccountClient
  public var clock: @Sendable () -> Timestamp
  public var uptime: @Sendable () -> Uptime
  /// Returns when that moment has come, or early where the task is cancelled.
  public var sleep: @Sendable (Uptime) async -> Void
  /// Chance: 0…1000.
  public var jitter: @Sendable () -> Int64
  /// Tells one run of the machine from the next: a deadline by `uptime` means nothing after it.
  public var boot: String
  /// This machine's name in the server's list of the member's sessions.
  public var device: String
  /// The folder in which a person's programs agree which one renews; nil where there is none.
  public var lockFolder: String?
  /// How long one that holds the turn and does not end is waited for: longer than any request may take.
  public var lockPatience: Duration = .seconds(60)
  public var track: Track = { _ in }
  /// This program's own; nil where it is of no account.
  public var release: ReleaseNumber?
  /// Nil where there is no sign-in with the browser.
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
  /// Says which part; for whoever reads an error.
  public let name: String
  /// Deletes it; safe to repeat.
  public let wipe: @Sendable (MemberID) async throws -> Void

  public init(name: String, wipe: @escaping @Sendable (MemberID) async throws -> Void) {
    self.name = name
    self.wipe = wipe
  }
}
