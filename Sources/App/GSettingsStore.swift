// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel
import KursWorkflow

/// The settings as the window's program keeps them: written through GSettings, which says what others change.
///
/// Read by the core's own reader all the same: GSettings cannot say that a file is damaged.
struct GSettingsStore: SettingsStore {
  private let file: SettingsFile
  private let desktop: DesktopSettings

  init(_ file: SettingsFile, _ desktop: DesktopSettings) {
    self.file = file
    self.desktop = desktop
  }

  func read() -> SettingsReading { file.read() }

  func write(_ settings: Settings) async throws(FileFailure) {
    await desktop.set(settings.variants)
    // GSettings keeps its counsel where the folder may not be written to.
    if file.read().settings != settings { throw .notAllowed(path: file.path) }
  }

  func changes() async -> AsyncStream<Void> { await desktop.changes() }
}
