// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk

/// Decides which sentences a screen reader speaks. While the user types, only the last is spoken, after a pause.
struct Announcements: Equatable, Sendable {
  static let pause = Duration.milliseconds(800)

  private var announced: String?
  private var next = ""
  private var action = ""
  private var number = 0

  /// Returns a number to pass to `paused` after the pause. Nil if the sentence isn't new.
  mutating func shown(_ sentence: String) -> Int? {
    guard sentence != next || announced == nil else { return nil }
    next = sentence
    // The window's first sentence isn't announced, because a screen reader speaks it when the window opens.
    if announced == nil { announced = sentence }
    number += 1
    return number
  }

  mutating func noteAction(_ action: String) -> Int {
    self.action = action
    number += 1
    return number
  }

  /// Returns the text to announce after a pause. Nil if a newer sentence was shown, or if the sentence was announced.
  mutating func paused(_ number: Int) -> String? {
    guard number == self.number else { return nil }
    let news = [action, next == announced ? "" : next].filter { !$0.isEmpty }
    announced = next
    action = ""
    return news.isEmpty ? nil : news.joined(separator: ". ")
  }
}

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
