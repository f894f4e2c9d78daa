// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The list above the amount field, made when there is a second line.
@MainActor
final class LineList {
  /// What a person did to a line, by its number.
  enum Action: Equatable, Sendable {
    case chosen(Int)
    /// Chosen to be typed in at once.
    case entered
    case moved(Int, onto: Int)
    case movedUp
    case movedDown
    case removed
  }

  let widget: Scroller
  private let list: ListBox
  private var rows: [LineRow] = []
  private var ids: [Int] = []
  private var active = -1
  private var isRendering = false
  private let did: @MainActor @Sendable (Action) -> Void
  private let openMenu: @MainActor @Sendable (Int, Widget) -> Void

  init(
    did: @escaping @MainActor @Sendable (Action) -> Void,
    openMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(resource: Paths.lines, domain: Paths.domain)
    widget = try builder.object("scroller")
    list = try builder.object("lines")
    self.did = did
    self.openMenu = openMenu
    list.onSelect { [weak self] index in
      guard let self, !isRendering, ids.indices.contains(index), index != active else { return }
      did(.chosen(ids[index]))
    }
    list.onActivate { _ in did(.entered) }
    list.onKey { [weak self] key in self?.pressed(key) ?? false }
  }

  /// What the lines come to, as it stands there.
  var numbersOnScreen: [NumberLabel] { rows.map(\.value) }

  func render(_ lines: [CalculatorViewState.Line], active: Int) {
    isRendering = true
    defer { isRendering = false }
    let hadFocus = rows.indices.contains(self.active) && rows[self.active].row.hasFocus
    while rows.count > lines.count { list.remove(rows.removeLast().row) }
    while rows.count < lines.count {
      guard
        let row = try? LineRow(
          onMenu: openMenu, onDrop: { [did] from, to in did(.moved(from, onto: to)) })
      else { return }
      list.insert(row.row)
      rows.append(row)
    }
    for (row, line) in zip(rows, lines) { row.render(line) }
    ids = lines.map(\.id)
    guard rows.indices.contains(active) else { return }
    list.select(rows[active].row)
    let isMoved = active != self.active
    self.active = active
    guard isMoved else { return }
    if hadFocus { rows[active].row.grabFocus() }
    revealActive()
  }

  /// Scrolls to the active line: another one was chosen, or there is less room.
  func revealActive() {
    // The rows have their places once the next frame is laid out.
    list.afterFirstFrame { [weak self] in
      guard let self, rows.indices.contains(active) else { return }
      widget.reveal(rows[active].row, in: list)
    }
  }

  private func pressed(_ key: KeyPress) -> Bool {
    switch (key.name, key.hasAlt) {
    case ("Delete", false), ("KP_Delete", false), ("BackSpace", false): did(.removed)
    case ("Up", true), ("KP_Up", true): did(.movedUp)
    case ("Down", true), ("KP_Down", true): did(.movedDown)
    default: return false
    }
    return true
  }
}
