// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

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
