// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// Tells a screen reader the last of several sentences, once no other came for a while.
@MainActor
final class DelayedAnnouncement {
  private var waiting: Task<Void, Never>?

  deinit { waiting?.cancel() }

  func say(_ sentence: String, at widget: Widget) {
    waiting?.cancel()
    waiting = Task { [weak widget] in
      try? await Task.sleep(for: Announcements.pause)
      if !Task.isCancelled { widget?.announce(sentence) }
    }
  }
}
