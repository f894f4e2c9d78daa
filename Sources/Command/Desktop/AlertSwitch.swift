// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension Session {
  /// Does what may bring alerts or take them: the desktop's session looks at them from then on, or no more.
  func followingAlerts(_ change: () async throws -> Void) async throws {
    let had = try await !alerts().isEmpty
    do {
      try await change()
    } catch {
      // What fails may have brought some before it did.
      try? await switchAlerts(had: had)
      throw error
    }
    try await switchAlerts(had: had)
  }

  /// The same after it was done; says so where nobody looks at alerts by themselves.
  func switchAlerts(had: Bool) async throws {
    // A folder that was named is nobody's session.
    guard !isFolderNamed, case let has = try await !alerts().isEmpty, has != had else { return }
    let watch = await AlertWatch.set(has)
    guard has else { return }
    switch watch {
    case .session: break
    case .refused:
      Terminal.complain(
        tr(
          "Kurs may not run in the background, so nobody checks alerts while no window is open. You can allow that in your desktop's settings, under Apps."
        ))
    case .nobody:
      Terminal.complain(
        tr("Alerts are not checked by themselves here; run \"kurs-cli alerts check\"."))
    }
  }
}
