// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class SideList {
  static let most = 50

  @Child("place") var widget: Scroller
  @Child("list") var list: ListBox
  @Child("all") private var all: Widget
  private(set) var rows: [SideListRow] = []
  private var shown = CalculatorViewState.Lists()
  private let send: @MainActor @Sendable (CalculatorIntent) -> Void
  private let done: @MainActor @Sendable () -> Void

  init(
    done: @escaping @MainActor @Sendable () -> Void, send: @escaping @MainActor @Sendable (CalculatorIntent) -> Void
  ) throws(BuilderError) {
    (self.send, self.done) = (send, done)
    try Builder(ui: "side-list").bind(self)
    list.onActivate { [weak self] index in self?.choose(index) }
    list.onKey { [weak self] key in self?.pressed(key) ?? false }
    // The arrow keys may have moved the selection. When the focus leaves the lists, the open list is selected again.
    list.onFocusLeave { [weak self] in self?.mark() }
  }

  func render(_ state: CalculatorViewState.Lists) {
    guard state != shown || rows.isEmpty else { return }
    shown = state
    let entries = state.entries.prefix(Self.most)
    while rows.count > entries.count { list.remove(rows.removeLast().row) }
    while rows.count < entries.count {
      guard let row = try? SideListRow(
        menu: { [weak self] id, place in if let self { place.popUp(CalculatorMenus.list(id, shown)) } },
        dropped: { [weak self] in self?.send(.listDropped($0, onto: $1)) })
      else { return }
      list.insert(row.row)
      rows.append(row)
    }
    for (row, entry) in zip(rows, entries) { row.render(entry) }
    all.isVisible = state.entries.count > Self.most
    mark()
  }

  private func mark() {
    if let row = rows.first(where: { $0.id == shown.chosen }) { list.select(row.row) } else { list.selectNone() }
  }

  private func choose(_ index: Int) {
    guard rows.indices.contains(index) else { return }
    send(.listChosen(UserObject.ID(rows[index].id)))
    mark()
    done()
  }

  private func pressed(_ key: KeyPress) -> Bool {
    guard key.hasAlt, let id = rows.first(where: { $0.row.hasFocus })?.id, let list = UserObject.ID(id) else {
      return false
    }
    switch key.name {
    case "Up", "KP_Up": send(.listActionRequested(.up, list))
    case "Down", "KP_Down": send(.listActionRequested(.down, list))
    default: return false
    }
    return true
  }
}

extension CalculatorWindow {
  func renderSideList(_ state: CalculatorViewState) {
    side.wantsLead = state.lists.entries.count > 1 && !state.isCompact
    late.sideList?.render(state.lists)
  }

  func openSideList() {
    guard late.sideList == nil,
      let made = try? SideList(done: { [weak self] in self?.takeFocusBack() }, send: send)
    else { return }
    late.sideList = made
    made.render(shown.lists)
    side.fillLead(with: made.widget)
  }
}

@MainActor
final class SideListRow {
  private static let kind = "kurs-list"

  @Child("row") var row: Widget
  @Child("title") private var title: Label
  @Child("menu") private var menu: Button
  private var shown = CalculatorViewState.Lists.Entry(id: "", title: "")

  init(
    menu opened: @escaping @MainActor @Sendable (String, Widget) -> Void,
    dropped: @escaping @MainActor @Sendable (_ list: UserObject.ID, _ other: UserObject.ID) -> Void
  ) throws(BuilderError) {
    try Builder(ui: "side-list-row").bind(self)
    row.speakForLabels()
    let open: @MainActor @Sendable () -> Void = { [weak self] in
      if let self, menu.isVisible { opened(id, menu) }
    }
    menu.onClick(open)
    row.onContextPress(open)
    row.beDragged(kind: Self.kind) { [weak self] in self?.id ?? "" }
    row.onDrop(kind: Self.kind) { [weak self] name in
      guard let list = UserObject.ID(name), let own = self.flatMap({ UserObject.ID($0.id) }), list != own
      else { return }
      dropped(list, own)
    }
  }

  var id: String { shown.id }

  func render(_ entry: CalculatorViewState.Lists.Entry) {
    guard entry != shown else { return }
    shown = entry
    title.text = entry.title
    row.setTooltip(entry.title)
    row.setAccessibleLabel(entry.title)
    menu.isVisible = entry.id != CalculatorViewState.Lists.unnamed
    menu.setAccessibleLabel(tr("Menu of {list}", ["list": entry.title]))
  }
}
