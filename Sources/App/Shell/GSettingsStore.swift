// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel
import KursWorkflow

/// Stores settings in a file, because GSettings can't report damage and may lose settings. GSettings reports changes.
struct GSettingsStore: SettingsStore {
  private let file: SettingsFile
  private let desktop: DesktopSettings

  init(_ file: SettingsFile, _ desktop: DesktopSettings) {
    self.file = file
    self.desktop = desktop
  }

  func read() -> SettingsReading { file.read() }

  func write(_ settings: Settings, over before: Settings) throws(FileFailure) {
    try file.write(settings, over: before)
  }

  func changes() async -> AsyncStream<Void> { await desktop.changes() }
}
