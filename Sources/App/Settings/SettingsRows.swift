// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWords
import KursWorkflow

/// The settings that are a switch, a number or a choice. The widget in `settings.ui` has the name of its setting.
@MainActor
final class SettingsRows {
  private(set) var switches: [SettingsKey: Switch] = [:]
  private(set) var numbers: [SettingsKey: SpinButton] = [:]
  private(set) var answers: [SettingsKey: ComboRow] = [:]
  private let choices: SettingsChoices
  private var isRendering = false
  private let send: @MainActor @Sendable (SettingsEvent) -> Void

  init(
    _ builder: Builder, _ choices: SettingsChoices, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    self.choices = choices
    self.send = send
    for (key, value) in Settings().values {
      switch value {
      case .flag: try add(builder.object(key.name) as Switch, for: key)
      case .number: try add(builder.object(key.name) as SpinButton, for: key)
      case .text: if let offered = choices.answers[key] { try add(builder.object(key.name), for: key, offered) }
      case .list, .map: break
      }
    }
  }

  func render(_ values: [SettingsKey: SettingsValue]) {
    isRendering = true
    defer { isRendering = false }
    for (key, value) in values {
      switch value {
      case .flag(let isOn): switches[key]?.isActive = isOn
      case .number(let number): numbers[key]?.value = number
      case .text(let text):
        answers[key]?.selected = choices.answers[key]?.firstIndex { $0.value == text } ?? 0
      case .list, .map: break
      }
    }
  }

  private func add(_ button: Switch, for key: SettingsKey) {
    switches[key] = button
    button.onToggle { [weak self, weak button] in if let button { self?.chosen(key, .flag(button.isActive)) } }
  }

  private func add(_ number: SpinButton, for key: SettingsKey) {
    numbers[key] = number
    if inOwnDigits("0") != "0" { number.write { inOwnDigits($0) } }
    number.onChange { [weak self, weak number] in if let number { self?.chosen(key, .number(number.value)) } }
  }

  private func add(_ row: ComboRow, for key: SettingsKey, _ offered: [SettingsChoices.Answer]) {
    answers[key] = row
    row.setChoices(offered.map(\.name))
    row.onSelect { [weak self, weak row] in
      guard let row, offered.indices.contains(row.selected) else { return }
      self?.chosen(key, .text(offered[row.selected].value))
    }
  }

  private func chosen(_ key: SettingsKey, _ value: SettingsValue) {
    if !isRendering { send(.set(key, value)) }
  }
}

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

@MainActor
final class SettingsUpdates {
  @Child("fetch") private var fetch: ActionRow
  @Child("fetch_button") private var button: Button

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try builder.bind(self)
    button.onClick { send(.refreshPressed) }
  }

  func render(_ state: SettingsViewState) {
    button.isSensitive = state.values[.offline] != .flag(true)
    if fetch.subtitle != state.fetching { fetch.subtitle = state.fetching }
  }
}

@MainActor
final class SettingsPrivacy {
  @Child("account_server") private var server: Entry
  @Child("account_server_problem") private var problem: ActionRow
  private var shown: String?

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try builder.bind(self)
    server.onApply { [weak server] in
      guard let server else { return }
      send(.accountServerTyped(server.text))
    }
  }

  func render(_ state: SettingsViewState) {
    if shown != state.accountServer { server.text = state.accountServer }
    shown = state.accountServer
    server.style("error", state.accountServerProblem != nil)
    server.setAccessibleDescription(state.accountServerProblem ?? "")
    problem.isVisible = state.accountServerProblem != nil
    problem.title = state.accountServerProblem ?? ""
  }
}
