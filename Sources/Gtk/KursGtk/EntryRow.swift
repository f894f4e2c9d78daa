// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Entry {
  /// Calls `body` when Enter is pressed in an `AdwEntryRow`.
  public func onEntryActivate(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("entry-activated", body)
  }
}
