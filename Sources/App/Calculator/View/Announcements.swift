// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk

/// Decides what a screen reader is told of what the window shows: the last of it, once, when typing pauses.
struct Announcements: Equatable, Sendable {
  /// How long nothing changes before it is told.
  static let pause = Duration.milliseconds(800)

  private var said: String?
  private var next = ""
  private var action = ""
  private var number = 0

  /// The window shows this; after the pause `paused` is to be asked with the number, if there is one.
  mutating func shown(_ sentence: String) -> Int? {
    guard sentence != next || said == nil else { return nil }
    next = sentence
    // A screen reader reads the first state together with the window.
    if said == nil { said = sentence }
    number += 1
    return number
  }

  /// The person did what is to be told before what comes of it.
  mutating func did(_ action: String) -> Int {
    self.action = action
    number += 1
    return number
  }

  /// The sentence to announce; nil where more has happened since, or nothing is new.
  mutating func paused(_ number: Int) -> String? {
    guard number == self.number else { return nil }
    let news = [action, next == said ? "" : next].filter { !$0.isEmpty }
    said = next
    action = ""
    return news.isEmpty ? nil : news.joined(separator: ". ")
  }
}

extension CalculatorViewState {
  /// The announcement: the error, or else the total, or the first result of one amount.
  var announcement: String {
    if noteIsError { return note }
    if let total { return total.spoken }
    guard let row = rows.first else { return "" }
    return row.value.contains(where: \.isNumber) ? "\(row.value) \(row.id)" : row.heard
  }
}

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
