// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class LineRow {
  static let kind = "kurs-line"

  @Child("row") var row: Widget
  @Child("sign") private var sign: Label
  @Child("amount") private var amount: NumberLabel
  @Child("code") private var code: Label
  @Child("value") var value: NumberLabel
  @Child("detail") private var detail: Label
  @Child("menu") private var menu: Button
  private var shown = CalculatorViewState.Line(id: 0)
  var id: Int { shown.id }

  init(
    onMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void,
    onDrop: @escaping @MainActor @Sendable (_ from: Int, _ to: Int) -> Void
  ) throws(BuilderError) {
    try Builder(ui: "line-row").bind(self)
    row.speakForLabels()
    let open: @MainActor @Sendable () -> Void = { [weak self] in
      if let self { onMenu(shown.id, menu) }
    }
    menu.onClick(open)
    row.onContextPress(open)
    row.beDragged(kind: Self.kind) { [weak self] in String(self?.shown.id ?? 0) }
    row.onDrop(kind: Self.kind) { [weak self] dropped in
      guard let self, let id = Int(dropped), id != shown.id else { return }
      onDrop(id, shown.id)
    }
  }

  func render(_ state: CalculatorViewState.Line) {
    guard state != shown else { return }
    shown = state
    sign.text = state.sign
    // The left-to-right mark keeps the parts of a sum in order in right-to-left languages.
    amount.show("\u{200E}" + ReadingOrder.held(state.amount), brief: state.amountBrief)
    amount.leaveSpace(like: state.amountTail)
    code.text = state.code
    value.show(state.value, brief: state.brief)
    value.leaveSpace(like: state.valueTail)
    value.style("error", state.problem != nil)
    row.setTooltip(state.problem ?? "")
    detail.text = state.detail
    detail.isVisible = !state.detail.isEmpty
    detail.style("own-rate", state.isOwnRate)
    row.setAccessibleLabel(state.spoken)
    menu.setAccessibleLabel(tr("Menu of {line}", ["line": state.spoken]))
  }
}
