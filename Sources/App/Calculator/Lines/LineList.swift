// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The lines in order, one of which is the amount field. The others are created on demand.
@MainActor
final class LineList {
  enum Action: Equatable, Sendable {
    case chosen(Int)
    case entered
    case moved(Int, onto: Int)
    case turned(Int)
    case movedUp
    case movedDown
    case removed
  }

  @Child("lines_place") var widget: Scroller
  @Child("lines") private var list: ListBox
  let edited: ActiveLine
  private(set) var rows: [LineRow] = []
  private var ids: [Int] = []
  private var active = 0
  private var isRendering = false
  private var takesDrops = false
  var onAction: @MainActor @Sendable (Action) -> Void = { _ in }
  var openMenu: @MainActor @Sendable (Int, Widget) -> Void = { _, _ in }

  init(_ builder: Builder) throws(BuilderError) {
    edited = try ActiveLine(builder)
    try builder.bind(self)
    edited.onSign { [weak self] id in self?.onAction(.turned(id)) }
    edited.onMenu { [weak self] id, place in self?.openMenu(id, place) }
    list.onSelect { [weak self] index in
      guard let self, !isRendering, ids.indices.contains(index), index != active else { return }
      onAction(.chosen(ids[index]))
    }
    list.onActivate { [weak self] _ in self?.onAction(.entered) }
    list.onKey { [weak self] key in self?.pressed(key) ?? false }
    // The height changes during layout. The rows have their places after that.
    widget.onRoomChange { [weak self] in Task { self?.scrollToActive() } }
    widget.goByRows()
  }

  var others: Int { rows.count }

  var place: Int { list.place(of: edited.row) }

  /// Shows the lines. `lines` is empty if there is only the edited amount.
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
          onDrop: { [weak self] from, to in self?.onAction(.moved(from, onto: to)) })
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

  /// Lets lines be dropped on each other. Called with the second line, to keep the start fast.
  private func takeDrops() {
    guard !takesDrops else { return }
    takesDrops = true
    edited.onDrop { [weak self] from, to in self?.onAction(.moved(from, onto: to)) }
  }

  /// The minimum height of the list, no larger than the edited line needs, so that no other line is cut.
  var leastHeight = 76 { didSet { fitLeast() } }

  private func fitLeast() {
    widget.requestContentHeight(rows.isEmpty ? leastHeight : min(edited.row.height, leastHeight))
  }

  func revealActive() {
    widget.isTurned = false
    // The rows have their places after the next layout.
    list.afterFirstFrame { [weak self] in
      guard let self else { return }
      fitLeast()
      scrollToActive()
    }
  }

  private func scrollToActive() { if !widget.isTurned { widget.reveal(edited.row, in: list) } }

  /// Handles the keys of a row. The amount handles its keys itself.
  private func pressed(_ key: KeyPress) -> Bool {
    guard edited.row.hasFocus || rows.contains(where: { $0.row.hasFocus }) else { return false }
    switch (key.name, key.hasAlt) {
    case ("Delete", false), ("KP_Delete", false), ("BackSpace", false): onAction(.removed)
    case ("Up", true), ("KP_Up", true): onAction(.movedUp)
    case ("Down", true), ("KP_Down", true): onAction(.movedDown)
    default: return false
    }
    return true
  }
}
