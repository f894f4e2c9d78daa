// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The store of the settings.
public protocol SettingsStore: Sendable {
  /// Reads the settings; a damaged file is set aside and its readable part is used.
  func read() async -> SettingsReading

  /// Keeps what differs from `before`; all else, which others may have changed meanwhile, stays as it is.
  func write(_ settings: Settings, over before: Settings) async throws(FileFailure)

  /// Yields when somebody else changed what is kept.
  func changes() async -> AsyncStream<Void>
}

/// The settings as read, and what could not be.
public struct SettingsReading: Hashable, Sendable {
  public var settings: Settings
  public var problems: [SettingsProblem] = []
  /// The path of the damaged file.
  public var setAside: String?

  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }
}

/// A fault in a file of settings; the rest of the file is used.
public enum SettingsProblem: Hashable, Sendable {
  /// The file is there and cannot be opened.
  case notReadable(path: String)
  /// Longer than any such file can be, in bytes.
  case tooLarge(limit: Int)
  /// No line of such a file; from 1.
  case line(Int)
  /// A value that the setting cannot have.
  case value(key: String)
}
