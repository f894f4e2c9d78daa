// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class PasteCard {
  enum Answer: Equatable, Sendable {
    case add, cancel
    case read(ReadingAlternative)
  }

  /// Further lines are counted, not shown.
  static let mostLines = 200

  @Child("card") var widget: Widget
  @Child("title") private var title: Label
  @Child("readings") private var place: BoxContainer
  @Child("add") private var add: Button
  private let buttons: ReadingButtons
  private var rows: [PasteRow] = []
  private var shown: CalculatorViewState.Paste?
  private let answered: @MainActor @Sendable (Answer) -> Void

  init(answered: @escaping @MainActor @Sendable (Answer) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.paste, domain: Paths.domain)
    try builder.object("scroller", as: Scroller.self).goByRows(isAlone: true)
    self.answered = answered
    buttons = ReadingButtons { answered(.read($0)) }
    try builder.bind(self)
    try builder.object("others", as: BoxContainer.self).append(buttons.widget)
    add.onClick { answered(.add) }
    try builder.object("cancel", as: Button.self).onClick { answered(.cancel) }
    widget.onKey { key in
      guard key.name == "Escape" else { return false }
      answered(.cancel)
      return true
    }
  }

  func render(_ state: CalculatorViewState.Paste) {
    guard state != shown else { return }
    shown = state
    title.text = state.title
    add.isSensitive = state.canAdd
    for row in rows { place.remove(row.widget) }
    rows = []
    for (index, line) in state.lines.prefix(Self.mostLines).enumerated() {
      append { [answered] row in
        row.show(line, state.readingsOfLines[index] ?? []) { answered(.read($0)) }
      }
    }
    let rest = state.lines.count - Self.mostLines
    if rest > 0 { append { $0.show(remark: trn("and {n} more", "and {n} more", rest)) } }
    for remark in state.remarks { append { $0.show(remark: remark) } }
    buttons.render(state.readings)
  }

  func takeFocus() { add.grabFocus() }

  private func append(_ fill: (PasteRow) -> Void) {
    guard let row = try? PasteRow() else { return }
    fill(row)
    place.append(row.widget)
    rows.append(row)
  }
}

@MainActor
private final class PasteRow {
  @Child("row") var widget: BoxContainer
  @Child("text") private var text: Label
  @Child("value") private var value: Label
  private var buttons: ReadingButtons?

  init() throws(BuilderError) {
    try Builder(resource: Paths.pasteRow, domain: Paths.domain).bind(self)
  }

  func show(
    _ line: CalculatorViewState.Line, _ readings: [CalculatorViewState.Reading],
    chosen: @escaping @MainActor @Sendable (ReadingAlternative) -> Void
  ) {
    if !readings.isEmpty {
      let made = ReadingButtons(isBrief: true, chosen: chosen)
      made.render(readings)
      widget.append(made.widget)
      buttons = made
    }
    let amount = ReadingOrder.held("\(line.sign) \(line.amount)")
    let parts = [amount, line.amount.contains(line.code) ? "" : line.code, line.detail]
    text.text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    value.text = line.value
    value.style("error", line.problem != nil)
  }

  func show(remark: String) {
    text.text = remark
    text.style("dim-label", true)
  }
}
