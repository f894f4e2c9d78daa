// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// Where the lines stand, as far as the window knows: ahead of the workflow by what was asked of it meanwhile.
///
/// Two quick presses of Alt+Up move one line twice, though the first answer is still to come.
struct LinePlaces: Equatable, Sendable {
  private(set) var ids: [Int] = [0]
  private(set) var active = 0
  /// Where the last of the lines stands that the typed text is read as: the active one, unless it names several.
  private var end = 0

  init() {}

  /// As the workflow last said.
  init(ids: [Int], active: Int, end: Int? = nil) {
    self.ids = ids
    self.active = active
    self.end = end ?? active
  }

  var isList: Bool { ids.count > 1 }
  var isAtEnd: Bool { active >= ids.count - 1 }

  func place(of id: Int) -> Int? { ids.firstIndex(of: id) }

  mutating func chose(_ id: Int) -> CalculatorEvent? {
    guard let place = place(of: id), place != active else { return nil }
    (active, end) = (place, place)
    return .lineChosen(place)
  }

  /// Goes up or down the list by so many lines.
  mutating func stepped(by count: Int) -> CalculatorEvent? {
    let place = active + count
    guard ids.indices.contains(place) else { return nil }
    (active, end) = (place, place)
    return .lineChosen(place)
  }

  /// Moves the active line up or down by so many places.
  mutating func moved(by count: Int) -> CalculatorEvent? { moved(from: active, to: active + count) }

  mutating func moved(_ id: Int, onto other: Int) -> CalculatorEvent? {
    guard let from = place(of: id), let to = place(of: other) else { return nil }
    return moved(from: from, to: to)
  }

  /// The active line for nil; `removal` is what it can be undone by.
  mutating func removed(_ id: Int? = nil, as removal: Int? = nil) -> CalculatorEvent? {
    guard isList, let place = id.map({ place(of: $0) }) ?? active else { return nil }
    ids.remove(at: place)
    if active > place || active == ids.count { active -= 1 }
    end = active
    return .lineRemoved(at: place, removal: removal)
  }

  mutating func added(_ sign: LineSign) -> CalculatorEvent {
    let after = min(max(end, active), ids.count - 1)
    ids.insert((ids.max() ?? 0) + 1, at: after + 1)
    (active, end) = (after + 1, after + 1)
    // The end of the list stays its end, whatever else the workflow is still to hear of.
    return .lineAdded(after: after == ids.count - 2 ? nil : after, sign: sign)
  }

  private mutating func moved(from: Int, to: Int) -> CalculatorEvent? {
    guard from != to, ids.indices.contains(from), ids.indices.contains(to) else { return nil }
    let moving = ids[active]
    ids.insert(ids.remove(at: from), at: to)
    active = ids.firstIndex(of: moving) ?? to
    end = active
    return .lineMoved(from: from, to: to)
  }
}
