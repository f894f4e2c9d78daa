// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The lines in their order, one of which is the amount field; the others are made when there are some.
@MainActor
final class LineList {
  /// An action of the person on a line, by its number.
  enum Action: Equatable, Sendable {
    case chosen(Int)
    /// Chosen to be typed in at once.
    case entered
    case moved(Int, onto: Int)
    /// Its sign was pressed.
    case turned(Int)
    case movedUp
    case movedDown
    case removed
  }

  let widget: Scroller
  private let list: ListBox
  let edited: ActiveLine
  /// The lines beside the edited one.
  private(set) var rows: [LineRow] = []
  private var ids: [Int] = []
  private var active = 0
  private var isRendering = false
  private var takesDrops = false
  var did: @MainActor @Sendable (Action) -> Void = { _ in }
  var openMenu: @MainActor @Sendable (Int, Widget) -> Void = { _, _ in }

  init(_ builder: Builder) throws(BuilderError) {
    widget = try builder.object("lines_place")
    list = try builder.object("lines")
    edited = try ActiveLine(builder)
    edited.onSign { [weak self] id in self?.did(.turned(id)) }
    edited.onMenu { [weak self] id, place in self?.openMenu(id, place) }
    list.onSelect { [weak self] index in
      guard let self, !isRendering, ids.indices.contains(index), index != active else { return }
      did(.chosen(ids[index]))
    }
    list.onActivate { [weak self] _ in self?.did(.entered) }
    list.onKey { [weak self] key in self?.pressed(key) ?? false }
    // The room changes while it is laid out; the rows have their places after that.
    widget.onRoomChange { [weak self] in Task { self?.scrollToActive() } }
    widget.goByRows()
  }

  /// How many lines there are beside the edited one.
  var others: Int { rows.count }

  var place: Int { list.place(of: edited.row) }

  /// Shows the lines; none where the edited amount is the only one.
  func render(_ lines: [CalculatorViewState.Line], active: Int) {
    isRendering = true
    defer { isRendering = false }
    let others = lines.indices.filter { $0 != active }
    let isMoved = active != self.active || others.count != rows.count
    let hadFocus = rows.contains { $0.row.hasFocus }
    self.active = active
    ids = lines.map(\.id)
    if !others.isEmpty { takeDrops() }
    while rows.count > others.count { list.remove(rows.removeLast().row) }
    while rows.count < others.count {
      guard
        let row = try? LineRow(
          onMenu: { [weak self] id, place in self?.openMenu(id, place) },
          onDrop: { [weak self] from, to in self?.did(.moved(from, onto: to)) })
      else { return }
      list.insert(row.row)
      rows.append(row)
    }
    for (row, index) in zip(rows, others) { row.render(lines[index]) }
    edited.render(lines.indices.contains(active) ? lines[active] : nil)
    guard isMoved else { return }
    list.setAccessibleLabel(lines.isEmpty ? tr("Amount") : tr("Lines"))
    var inOrder = rows.map(\.row)
    inOrder.insert(edited.row, at: min(active, rows.count))
    list.order(inOrder)
    list.select(edited.row)
    if hadFocus { edited.row.grabFocus() }
    revealActive()
  }

  /// One amount alone has nowhere to be dragged to, and a start does without.
  private func takeDrops() {
    guard !takesDrops else { return }
    takesDrops = true
    edited.onDrop { [weak self] from, to in self?.did(.moved(from, onto: to)) }
  }

  /// The least height of a list; where the edited line is lower, that is enough, and more would cut another line.
  var leastHeight = 76 { didSet { fitLeast() } }

  private func fitLeast() {
    widget.requestContentHeight(rows.isEmpty ? leastHeight : min(edited.row.height, leastHeight))
  }

  /// Scrolls to the active line: another one was chosen, or there is less room.
  func revealActive() {
    widget.isTurned = false
    // The rows have their places once the next frame is laid out.
    list.afterFirstFrame { [weak self] in
      guard let self else { return }
      fitLeast()
      scrollToActive()
    }
  }

  private func scrollToActive() { if !widget.isTurned { widget.reveal(edited.row, in: list) } }

  /// The keys of a row; those of the amount are its own.
  private func pressed(_ key: KeyPress) -> Bool {
    guard edited.row.hasFocus || rows.contains(where: { $0.row.hasFocus }) else { return false }
    switch (key.name, key.hasAlt) {
    case ("Delete", false), ("KP_Delete", false), ("BackSpace", false): did(.removed)
    case ("Up", true), ("KP_Up", true): did(.movedUp)
    case ("Down", true), ("KP_Down", true): did(.movedDown)
    default: return false
    }
    return true
  }
}
