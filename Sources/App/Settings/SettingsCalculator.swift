// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsCalculator {
  private let rows: [ComboRow]
  private var isRendering = false

  init(
    _ builder: Builder, _ choices: SettingsChoices, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    if !Flags.areDrawable {
      try builder.object(SettingsKey.currencyMark.name, as: ComboRow.self).subtitle = tr(
        "No installed font has flags. To show flags, install the font Noto Color Emoji.")
    }
    let group: ExpanderRow = try builder.object("symbols")
    rows = choices.symbols.map { ComboRow(title: tr("Symbol {symbol}", ["symbol": $0.symbol]), choices: $0.names) }
    for (row, symbol) in zip(rows, choices.symbols) {
      group.add(row)
      row.onSelect { [weak self, weak row] in
        guard let self, let row, !isRendering, row.selected <= symbol.meanings.count else { return }
        let meaning = row.selected == 0 ? nil : symbol.meanings[row.selected - 1]
        send(.symbolChosen(symbol.symbol, meaning))
      }
    }
  }

  func render(_ state: SettingsViewState) {
    isRendering = true
    defer { isRendering = false }
    for (row, place) in zip(rows, state.symbols) { row.selected = place }
  }
}
