// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// Lines that were taken away together.
  struct Removal: Sendable {
    /// Its number in the notice.
    let number: Int
    /// As the list counted, and as undo has it.
    let before: (shown: Sheet, sheet: Sheet)
    let after: Sheet
  }

  /// No notice is there long enough for more.
  private static let mostRemovals = 20

  mutating func lineRemoved(at index: Int, as removal: Int?) -> [Action] {
    guard shown.lines.indices.contains(index) else { return [] }
    return remove(as: removal) { parts in
      parts.lines.remove(at: index)
      if parts.active > index { parts.active -= 1 }
    }
  }

  /// An empty list that is asked for the same.
  mutating func cleared(as removal: Int?) -> [Action] {
    let line = SheetLine(id: shown.nextID, picked: shown.totalCurrency)
    return remove(as: removal) { ($0.lines, $0.active) = ([line], 0) }
  }

  private mutating func remove(as number: Int?, _ change: (inout Sheet.Parts) -> Void) -> [Action] {
    let before = (shown, sheet)
    let actions = edit(change)
    if let number {
      removals.append(Removal(number: number, before: before, after: sheet))
      removals.removeFirst(max(removals.count - Self.mostRemovals, 0))
    }
    return actions
  }

  /// A plain step back where nothing was done since; else the lines come back beside what was.
  mutating func removalUndone(_ number: Int) -> [Action] {
    guard let index = removals.firstIndex(where: { $0.number == number }) else { return [] }
    let removal = removals.remove(at: index)
    if sheet == removal.after, stack.previous == removal.before.sheet { return undo() }
    return record(shown.restoring(removal.before.shown, after: removal.after))
  }
}

extension Sheet {
  /// With the lines that `before` has and `after` has not, each behind the line that it followed.
  func restoring(_ before: Sheet, after: Sheet) -> Sheet {
    let kept = Set(after.lines.map(\.id))
    // Nothing else was left after clearing; it is no line of its own as long as nothing is written in it.
    let placeholder = after.lines.count == 1 && after.lines[0].isEmpty ? after.lines[0].id : nil
    return edited { parts in
      let editing = parts.lines[parts.active]
      var next = nextID.number
      var place = 0
      for line in before.lines {
        if kept.contains(line.id) {
          place = parts.lines.firstIndex { $0.id == line.id }.map { $0 + 1 } ?? place
        } else {
          // Another line may have its number by now.
          parts.lines.insert(line.numbered(.init(next)), at: place)
          (next, place) = (next + 1, place + 1)
        }
      }
      if editing.id == placeholder, editing.isEmpty { parts.lines.removeAll { $0.id == placeholder } }
      parts.active = parts.lines.firstIndex { $0.id == editing.id } ?? parts.lines.count - 1
      parts.total = parts.total ?? before.totalCurrency
    }
  }
}
