// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsResults {
  @Child("results") private var group: PreferencesGroup
  @Child("no_results") private var nothing: Widget
  @Child("add_result") var add: Button
  private(set) var rows: [ResultCurrencyRow] = []
  private var shown: [SettingsViewState.ResultRow] = []
  private let send: @MainActor @Sendable (SettingsIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (SettingsIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
    add.onClick { send(.addResultPressed) }
  }

  func render(_ state: SettingsViewState) {
    nothing.isVisible = state.results.isEmpty
    guard state.results != shown else { return }
    let hadFocus = rows.contains { $0.remove.hasFocus }
    for row in rows { group.remove(row.row) }
    shown = state.results
    rows = shown.compactMap { result in
      let others = shown.map(\.code).filter { $0 != result.code }
      return try? ResultCurrencyRow(result) { [send] in send(.event(.set(.resultCurrencies, .list(others)))) }
    }
    for row in rows { group.add(row.row) }
    if hadFocus { (rows.first?.remove ?? add).grabFocus() }
  }
}

@MainActor
final class ResultCurrencyRow {
  @Child("row") var row: ActionRow
  @Child("remove") var remove: Button

  init(
    _ state: SettingsViewState.ResultRow, removed: @escaping @MainActor @Sendable () -> Void
  ) throws(BuilderError) {
    try Builder(ui: "settings-result-row").bind(self)
    row.title = state.name
    row.subtitle = state.code
    remove.setTooltip(tr("Remove"))
    remove.setAccessibleLabel(tr("Remove {currency}", ["currency": state.name]))
    remove.onClick(removed)
  }
}

struct SettingsChoices: Equatable, Sendable {
  struct Symbol: Equatable, Sendable {
    let symbol: String
    let meanings: [Currency]
    /// The names of the choices. The first name means that the user made no choice.
    let names: [String]
  }

  struct Answer: Equatable, Sendable {
    let value: String
    let name: String
  }

  let answers: [SettingsKey: [Answer]]
  let symbols: [Symbol]

  init(_ words: Words) {
    answers = [
      .refreshInterval: RefreshInterval.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
      .currencyMark: CurrencyLook.Mark.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
      .currencyNaming: CurrencyLook.Naming.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
      .side: QuoteSide.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
    ]
    symbols = SymbolPreferences.sharedSymbols.compactMap { symbol in
      let meanings = SymbolPreferences.meanings(of: symbol, in: words.catalogue)
      guard meanings.count > 1 else { return nil }
      let names = [tr("By Country")] + meanings.map { "\($0.code) – \(words.name(of: $0))" }
      return Symbol(symbol: symbol, meanings: meanings, names: names)
    }
  }

  func place(of chosen: Currency?, in symbol: Symbol) -> Int {
    chosen.flatMap { symbol.meanings.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
  }
}
