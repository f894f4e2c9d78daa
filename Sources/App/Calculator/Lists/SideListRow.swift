// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

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
