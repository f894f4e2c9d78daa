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

  init(
    onMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void,
    onDrop: @escaping @MainActor @Sendable (_ from: Int, _ to: Int) -> Void
  ) throws(BuilderError) {
    try Builder(resource: Paths.lineRow, domain: Paths.domain).bind(self)
    row.speakForLabels()
    menu.onClick { [weak self] in
      guard let self else { return }
      onMenu(shown.id, menu)
    }
    row.onContextPress { [weak self] in
      guard let self else { return }
      onMenu(shown.id, menu)
    }
    row.beDragged(kind: Self.kind) { [weak self] in String(self?.shown.id ?? 0) }
    row.onDrop(kind: Self.kind) { [weak self] dropped in
      guard let self, let id = Int(dropped), id != shown.id else { return }
      onDrop(id, shown.id)
    }
  }

  func render(_ state: CalculatorViewState.Line) {
    guard state != shown else { return }
    if state.sign != shown.sign || shown.id == 0 { sign.text = state.sign }
    // The mark keeps a sum in order in right-to-left languages.
    if state.amount != shown.amount {
      amount.show("\u{200E}" + ReadingOrder.held(state.amount), brief: state.amountBrief)
    }
    if state.amountTail != shown.amountTail { amount.leaveSpace(like: state.amountTail) }
    if state.code != shown.code { code.text = state.code }
    if state.value != shown.value { value.show(state.value, brief: state.brief) }
    if state.valueTail != shown.valueTail { value.leaveSpace(like: state.valueTail) }
    if state.problem != shown.problem {
      value.style("error", state.problem != nil)
      row.setTooltip(state.problem ?? "")
    }
    if state.detail != shown.detail {
      detail.text = state.detail
      detail.isVisible = !state.detail.isEmpty
    }
    if state.isOwnRate != shown.isOwnRate { detail.style("own-rate", state.isOwnRate) }
    if state.spoken != shown.spoken {
      row.setAccessibleLabel(state.spoken)
      menu.setAccessibleLabel(tr("Menu of {line}", ["line": state.spoken]))
    }
    shown = state
  }
}
