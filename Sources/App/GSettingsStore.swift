// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel
import KursWorkflow

/// The settings of the window's program: written through GSettings, which reports changes by others.
///
/// Read by the core's own reader, because GSettings can't report a damaged file.
struct GSettingsStore: SettingsStore {
  private let file: SettingsFile
  private let desktop: DesktopSettings

  init(_ file: SettingsFile, _ desktop: DesktopSettings) {
    self.file = file
    self.desktop = desktop
  }

  func read() -> SettingsReading { file.read() }

  func write(_ settings: Settings, over before: Settings) async throws(FileFailure) {
    let keys = settings.keys(differingFrom: before)
    await desktop.set(
      Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.value(in: settings).variant) }))
    // GSettings doesn't report a folder that can't be written.
    let kept = file.read().settings
    if keys.contains(where: { $0.value(in: kept) != $0.value(in: settings) }) { throw .notAllowed(path: file.path) }
  }

  func changes() async -> AsyncStream<Void> { await desktop.changes() }
}
