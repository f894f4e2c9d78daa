// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The line that the user edits: the amount field, and widgets for the parts that other rows show as text.
@MainActor
final class ActiveLine {
  @Child("active_line") var row: Widget
  @Child("sign") private var sign: Button
  @Child("sign_text") private var signText: Label
  @Child("line_foot") private var foot: Widget
  @Child("line_detail") private var detail: Label
  @Child("amount") private var amount: Entry
  @Child("line_value") var value: NumberLabel
  @Child("line_menu") private var menu: Button
  private var shown: CalculatorViewState.Line?

  init(_ builder: Builder) throws(BuilderError) {
    try builder.bind(self)
  }

  func onSign(_ pressed: @escaping @MainActor @Sendable (Int) -> Void) {
    sign.onClick { [weak self] in if let id = self?.shown?.id { pressed(id) } }
  }

  func onMenu(_ opened: @escaping @MainActor @Sendable (Int, Widget) -> Void) {
    menu.onClick { [weak self] in if let self, let shown { opened(shown.id, menu) } }
  }

  func onDrop(_ moved: @escaping @MainActor @Sendable (_ from: Int, _ to: Int) -> Void) {
    sign.beDragged(kind: LineRow.kind, whole: row) { [weak self] in String(self?.shown?.id ?? 0) }
    row.onDrop(kind: LineRow.kind) { [weak self] dropped in
      guard let id = Int(dropped), let own = self?.shown?.id, id != own else { return }
      moved(id, own)
    }
  }

  /// Shows the parts of the edited line, such as its sign. Nil hides them, because a single amount doesn't need them.
  func render(_ state: CalculatorViewState.Line?) {
    guard state != shown else { return }
    for part in [sign, menu, foot] { part.isVisible = state != nil }
    amount.leaveSpace(like: state?.amountTail ?? "", usual: 130)
    if let state { fill(state) }
    row.setAccessibleLabel(state?.spoken ?? tr("Amount"))
    row.setTooltip(state?.problem ?? "")
    shown = state
  }

  private func fill(_ line: CalculatorViewState.Line) {
    signText.text = line.sign
    let isAdded = line.sign != "−"
    sign.setTooltip(isAdded ? tr("Subtract Instead") : tr("Add Instead"))
    sign.setAccessibleLabel(isAdded ? tr("plus") : tr("minus"))
    menu.setAccessibleLabel(tr("Menu of {line}", ["line": line.spoken]))
    detail.text = line.detail
    detail.isVisible = !line.detail.isEmpty
    detail.style("own-rate", line.isOwnRate)
    value.isVisible = !line.value.isEmpty && line.problem == nil
    value.show(line.value, brief: line.brief)
    value.leaveSpace(like: line.valueTail)
    foot.isVisible = detail.isVisible || value.isVisible
  }
}
