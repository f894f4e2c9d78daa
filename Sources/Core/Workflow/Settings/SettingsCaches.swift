// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct SettingsCaches: Sendable {
  /// Returns the size of each cache in bytes. A cache that doesn't exist is missing from the dictionary.
  public var usage: @Sendable () async -> [CacheKind: Int]
  public var clear: @Sendable (CacheKind) async -> Void
  public var switchNetwork: @Sendable (Bool) -> Void
  public var apply: @Sendable (Settings) async -> Void
  public var log: @Sendable () async -> [String]

  public init(
    usage: @escaping @Sendable () async -> [CacheKind: Int], clear: @escaping @Sendable (CacheKind) async -> Void,
    switchNetwork: @escaping @Sendable (Bool) -> Void = { _ in }, apply: @escaping @Sendable (Settings) async -> Void,
    log: @escaping @Sendable () async -> [String] = { [] }
  ) {
    self.usage = usage
    self.clear = clear
    self.switchNetwork = switchNetwork
    self.apply = apply
    self.log = log
  }

  public static let none = SettingsCaches(usage: { [:] }, clear: { _ in }, apply: { _ in })
}
