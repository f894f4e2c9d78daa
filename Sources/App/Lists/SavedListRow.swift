// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class SavedListRow: Cell {
  var widget: Widget { row }
  @Child("row") private var row: ColumnsContainer
  @Child("title") private var title: Label
  @Child("detail") private var detail: Label
  @Child("amounts") private var amounts: BoxContainer
  @Child("then_box") var thenBox: Widget
  @Child("then_note") private var thenNote: Label
  @Child("today_box") var todayBox: Widget
  @Child("today_note") private var todayNote: Label
  @Child("menu") private var menu: Button
  private let then: AmountColumn
  private let today: AmountColumn
  private var index = 0
  private(set) var spoken = ""

  init(onMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "kept-row")
    then = AmountColumn(numbers: try builder.object("then"), codes: try builder.object("then_codes"))
    today = AmountColumn(numbers: try builder.object("today"), codes: try builder.object("today_codes"))
    try builder.bind(self)
    widget.speakForLabels()
    menu.onClick { [weak self] in
      guard let self else { return }
      onMenu(index, menu)
    }
  }

  func show(_ state: SavedListsViewState.Row, at index: Int, isNarrow: Bool) {
    self.index = index
    let isStacked = isNarrow && (!state.today.isEmpty || Appearance.isTextLarge)
    row.move(amounts, column: isStacked ? 0 : 1, row: isStacked ? 1 : 0)
    amounts.isVertical = isNarrow && Appearance.isTextLarge
    title.text = ReadingOrder.held(state.title)
    detail.text = ReadingOrder.held(state.detail)
    then.show(state.then)
    thenNote.text = state.thenNote
    thenNote.isVisible = !state.thenNote.isEmpty
    today.show(state.today)
    todayNote.text = state.todayNote
    todayBox.isVisible = !state.today.isEmpty
    spoken = state.spoken
    widget.setAccessibleLabel(spoken)
    menu.setAccessibleLabel(tr("Menu of {calculation}", ["calculation": state.title]))
  }
}

/// Amounts below each other. Their codes are in a second column, so that the numbers end at one edge.
@MainActor
private final class AmountColumn {
  private let numbers: BoxContainer
  private let codes: BoxContainer
  private var rows: [(number: NumberLabel, code: Label)] = []

  init(numbers: BoxContainer, codes: BoxContainer) {
    (self.numbers, self.codes) = (numbers, codes)
  }

  func show(_ amounts: [SavedListsViewState.Amount]) {
    while rows.count < amounts.count {
      let row = (number: NumberLabel(), code: Label(text: ""))
      row.code.alignStart()
      numbers.append(row.number)
      codes.append(row.code)
      rows.append(row)
    }
    for (place, row) in rows.enumerated() {
      for each in [row.number, row.code] { each.isVisible = place < amounts.count }
    }
    for (row, amount) in zip(rows, amounts) {
      row.number.show(amount.text, brief: amount.brief)
      row.number.leaveSpace(like: amount.tail)
      row.code.text = amount.code
    }
  }
}
