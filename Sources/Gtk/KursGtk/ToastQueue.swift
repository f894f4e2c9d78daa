// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides which notice a window shows. A new notice waits until the previous notice is gone, because libadwaita 1.2
/// frees a toast that is dismissed while it slides in.
struct ToastQueue: Equatable, Sendable {
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
    /// The notice has just appeared, so the user can't have read it.
    case fresh(Notice)
    case read
    case leaving
  }

  private var place = Place.free
  private var number = 0
  private var waiting: [Notice] = []
  private var shownAction: String?
  private var isWithdrawn = false

  /// Adds a notice. If the same sentence is already in the queue, the new notice replaces it.
  mutating func requested(_ notice: Notice) -> Action? {
    guard place != .fresh(notice) else { return nil }
    waiting.removeAll { $0.sentence == notice.sentence }
    waiting.append(notice)
    return next()
  }

  mutating func readingTimePassed(_ number: Int) -> Action? {
    guard number == self.number, case .fresh = place else { return nil }
    place = .read
    return isWithdrawn ? leave() : next()
  }

  mutating func closed(_ number: Int) -> Action? {
    guard number == self.number else { return nil }
    (place, shownAction, isWithdrawn) = (.free, nil, false)
    return next()
  }

  /// Removes the notice whose action begins with this text, because the user has run that action elsewhere.
  mutating func withdrawn(action: String) -> Action? {
    waiting.removeAll { $0.action?.hasPrefix(action) == true }
    guard shownAction?.hasPrefix(action) == true else { return nil }
    isWithdrawn = true
    return place == .read ? leave() : nil
  }

  private mutating func leave() -> Action {
    place = .leaving
    return .dismiss
  }

  private mutating func next() -> Action? {
    guard !waiting.isEmpty else { return nil }
    switch place {
    case .fresh, .leaving: return nil
    case .read: return leave()
    case .free:
      let notice = waiting.removeFirst()
      number += 1
      (place, shownAction) = (.fresh(notice), notice.action)
      return .show(notice, number: number)
    }
  }
}
