// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The caches and the network switch as the settings use them, provided by the composition root.
public struct SettingsCaches: Sendable {
  /// Bytes held, by cache; a cache that does not exist is left out.
  public var usage: @Sendable () async -> [CacheKind: Int]
  public var clear: @Sendable (CacheKind) async -> Void
  /// Sizes and the offline switch take effect at once.
  public var apply: @Sendable (Settings) async -> Void
  /// Recent refreshes, answers and pictures, newest first.
  public var log: @Sendable () async -> [String]

  public init(
    usage: @escaping @Sendable () async -> [CacheKind: Int], clear: @escaping @Sendable (CacheKind) async -> Void,
    apply: @escaping @Sendable (Settings) async -> Void, log: @escaping @Sendable () async -> [String] = { [] }
  ) {
    self.usage = usage
    self.clear = clear
    self.apply = apply
    self.log = log
  }

  /// No cache at all.
  public static let none = SettingsCaches(usage: { [:] }, clear: { _ in }, apply: { _ in })
}
