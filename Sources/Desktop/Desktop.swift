// SPDX-License-Identifier: GPL-3.0-or-later
/// The desktop services that Kurs uses, apart from windows.
public struct Desktop: Sendable {
  /// Whether a network is there, now and at each change.
  public var networkAvailable: @Sendable () -> AsyncStream<Bool>
  /// The connection and the battery, now and at each change.
  public var connection: @Sendable () -> AsyncStream<Connection>

  /// The proxies that the desktop's settings name for an address, to be tried in turn; empty for the straight way.
  public var proxies: @Sendable (String) async -> [String]
}
