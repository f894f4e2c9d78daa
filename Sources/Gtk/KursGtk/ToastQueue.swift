// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides which notice stands at the foot of a window, and when the next one takes its place.
///
/// The next one comes once the one before is gone: libadwaita 1.2 frees a notice that is sent away while it still
/// slides in over another, and goes on moving it.
struct ToastQueue: Equatable, Sendable {
  /// One sentence and, if wished, one button that runs an action.
  struct Notice: Equatable, Sendable {
    var sentence: String
    var button: String?
    var action: String?
  }

  enum Action: Equatable, Sendable {
    case show(Notice, number: Int)
    case dismiss
  }

  private enum Place: Equatable {
    case free
    /// Shown a moment ago: nobody can have read it yet.
    case fresh(Notice)
    case read
    case leaving
  }

  private var place = Place.free
  private var number = 0
  private var waiting: [Notice] = []

  /// A notice is to be shown; one that only repeats the sentence of another takes its place in the queue.
  mutating func asked(_ notice: Notice) -> Action? {
    guard place != .fresh(notice) else { return nil }
    waiting.removeAll { $0.sentence == notice.sentence }
    waiting.append(notice)
    return next()
  }

  /// The notice of this number has been there long enough to be read.
  mutating func stood(_ number: Int) -> Action? {
    guard number == self.number, case .fresh = place else { return nil }
    place = .read
    return next()
  }

  /// The notice of this number is no longer on the screen, whoever sent it away.
  mutating func gone(_ number: Int) -> Action? {
    guard number == self.number else { return nil }
    place = .free
    return next()
  }

  private mutating func next() -> Action? {
    guard !waiting.isEmpty else { return nil }
    switch place {
    case .fresh, .leaving: return nil
    case .read:
      place = .leaving
      return .dismiss
    case .free:
      let notice = waiting.removeFirst()
      number += 1
      place = .fresh(notice)
      return .show(notice, number: number)
    }
  }
}
