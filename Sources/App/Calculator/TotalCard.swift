// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class TotalCard {
  @Child("total") var widget: Widget
  @Child("currency") private var currency: Button
  @Child("code") private var code: Label
  @Child("name") private var name: Label
  @Child("why") var why: Button
  @Child("value") var value: NumberLabel
  @Child("terms") private var terms: Widget
  private let names: [Label]
  private let values: [Label]
  private var shown = CalculatorViewState.Total(code: "", value: "")

  init(onCurrency: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "total")
    var names: [Label] = []
    var values: [Label] = []
    for number in 0..<3 {
      names.append(try builder.object("term_\(number)"))
      values.append(try builder.object("term_value_\(number)"))
    }
    self.names = names
    self.values = values
    try builder.bind(self)
    currency.onClick(onCurrency)
    why.onClick { [weak self] in self?.explain() }
  }

  func render(_ state: CalculatorViewState.Total) {
    shown = state
    code.text = state.code
    currency.setAccessibleLabel(tr("Total in {code}, {name}", ["code": state.code, "name": state.currencyName]))
    value.show(state.value, brief: state.brief)
    widget.setAccessibleLabel(state.spoken)
    name.text = state.name.isEmpty ? tr("Total") : state.name
    // Large text would leave room for only one letter of the word "Total", so that word is hidden. Other names stay.
    name.isVisible = !Appearance.isTextLarge || !state.name.isEmpty
    why.isVisible = state.explanation != nil
    render(state.terms)
  }

  var text: String { shown.value }

  private func render(_ states: [CalculatorViewState.Total.Term]) {
    terms.isVisible = !states.isEmpty
    for number in names.indices {
      let term = states.indices.contains(number) ? states[number] : nil
      names[number].isVisible = term != nil
      values[number].isVisible = term != nil
      names[number].text = term?.name ?? ""
      values[number].text = term?.value ?? ""
    }
  }

  func explain() {
    guard let sentence = shown.explanation,
      let builder = try? Builder(ui: "why"),
      let popover = try? builder.object("popover", as: Popover.self),
      let text = try? builder.object("text", as: Label.self)
    else { return }
    text.text = sentence
    popover.popUp(at: why)
  }
}

@MainActor
final class TermChips {
  static let mostInARow = 2

  let widget = BoxContainer(vertical: true, spacing: 6)
  private var rows: [BoxContainer] = []
  private var shown: [CalculatorViewState.Chip] = []
  private(set) var buttons: [(open: Button, remove: Button)] = []
  private let removed: @MainActor @Sendable (CalculatorEvent) -> Void

  init(removed: @escaping @MainActor @Sendable (CalculatorEvent) -> Void) {
    self.removed = removed
    widget.style("chips", true)
  }

  func render(_ chips: [CalculatorViewState.Chip]) {
    guard chips != shown else { return }
    shown = chips
    for row in rows { widget.remove(row) }
    (rows, buttons) = ([], [])
    for (index, chip) in chips.enumerated() {
      if index % Self.mostInARow == 0 {
        rows.append(BoxContainer(vertical: false, spacing: 6))
        rows.last.map { widget.append($0) }
      }
      let parts = buttons(of: chip)
      let box = BoxContainer(vertical: false, spacing: 0)
      for style in ["chip", "parts"] { box.style(style, true) }
      for part in [parts.open, parts.remove] { box.append(part) }
      rows.last?.append(box)
      buttons.append(parts)
    }
    widget.isVisible = !chips.isEmpty
  }

  private func buttons(of chip: CalculatorViewState.Chip) -> (open: Button, remove: Button) {
    let open = Button(child: Label(text: chip.label))
    open.setAccessibleLabel(chip.spoken)
    open.setTooltip(chip.spoken)
    open.run(chip.action)
    let remove = Button(child: Label(text: "✕"))
    let effect = tr("Remove {code}", ["code": chip.label])
    remove.setAccessibleLabel(effect)
    remove.setTooltip(effect)
    remove.onClick { [removed] in removed(chip.removal) }
    for button in [open, remove] {
      button.style("flat", true)
      button.keepFocusOnClick()
    }
    return (open, remove)
  }
}
