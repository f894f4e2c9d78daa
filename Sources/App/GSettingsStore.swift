// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel
import KursWorkflow

/// The settings as the window's program keeps them: GSettings says what others change.
///
/// Read and written by the core: GSettings cannot say that a file is damaged, and writes over what another program has
/// just written.
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
