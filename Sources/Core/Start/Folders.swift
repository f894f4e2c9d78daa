// SPDX-License-Identifier: GPL-3.0-or-later
import KursStorage

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
