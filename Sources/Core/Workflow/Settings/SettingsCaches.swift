// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The caches and the network switch as the settings use them, provided by the composition root.
public struct SettingsCaches: Sendable {
  /// Bytes held, by cache; a cache that does not exist is left out.
  public var usage: @Sendable () async -> [CacheKind: Int]
  public var clear: @Sendable (CacheKind) async -> Void
  /// Lets requests through or holds them back, in the turn of the choice.
  public var switchNetwork: @Sendable (Bool) -> Void
  /// The caches' new sizes.
  public var apply: @Sendable (Settings) async -> Void
  /// Recent refreshes, answers and pictures, newest first.
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

  /// No cache at all.
  public static let none = SettingsCaches(usage: { [:] }, clear: { _ in }, apply: { _ in })
}
