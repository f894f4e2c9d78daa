// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel
import KursWorkflow

/// Stores the settings in a file. GSettings is used only to notice changes by other programs. GSettings isn't used for
/// writing, because it can't report damage and may overwrite changes that other programs have just made.
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
