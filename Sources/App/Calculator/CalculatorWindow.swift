// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The main window; it shows a view state and passes on what a person does, and decides nothing.
@MainActor
final class CalculatorWindow {
  let window: Window
  private let toasts: ToastOverlay
  private let amount: Entry
  private let currency: Button
  private let currencyCode: Label
  private let note: Label
  private let results: ListBox
  private let noticeRow: Revealer
  private let notice: Label
  private let noticeButton: Button
  private let provenance: Label
  private let separatorKey: Button
  private let keypad: Widget
  private var rows: [ResultRow] = []
  private var shown = CalculatorViewState()
  private var typing = TypingEcho()
  private var isRendering = false
  private let send: @MainActor @Sendable (CalculatorIntent) -> Void

  init(send: @escaping @MainActor @Sendable (CalculatorIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.calculator, domain: Paths.domain)
    window = try builder.object("window")
    toasts = try builder.object("toasts")
    amount = try builder.object("amount")
    currency = try builder.object("currency")
    currencyCode = try builder.object("currency_code")
    note = try builder.object("amount_note")
    results = try builder.object("results")
    noticeRow = try builder.object("notice_revealer")
    notice = try builder.object("notice")
    noticeButton = try builder.object("notice_button")
    provenance = try builder.object("provenance")
    separatorKey = try builder.object("key_separator")
    self.send = send
    keypad = try builder.object("keypad")
    AdaptiveLayout.take(over: try builder.object("body", as: Widget.self))
    keypad.keepLeftToRight()
    try connectKeys(builder)
    connectRest(menu: try builder.object("menu"))
  }

  func render(_ state: CalculatorViewState) {
    isRendering = true
    defer { isRendering = false }
    if let text = typing.answered(with: state.amount) {
      amount.text = text
      // GTK leaves the cursor before a text that it was given; typing goes on at its end.
      amount.position = -1
    }
    if state.currency != shown.currency || state.currencyName != shown.currencyName {
      currencyCode.text = state.currency
      currency.setAccessibleLabel(
        tr("Currency: {code}, {name}", ["code": state.currency, "name": state.currencyName]))
    }
    if state.separator != shown.separator { separatorKey.label = state.separator }
    renderNote(state)
    renderRows(state.rows)
    if state.provenance != shown.provenance { provenance.text = state.provenance }
    renderNotice(state.notice)
    shown = state
  }

  /// Shows one sentence at the foot of the window.
  func toast(_ sentence: String) { toasts.show(sentence) }

  /// The text in the amount field.
  var typed: String { amount.text }

  /// The value shown in the row of a currency, or in the first row.
  func value(of code: String?) -> String? {
    shown.rows.first { code == nil || $0.id == code }?.value
  }

  /// Puts text on the clipboard.
  func copy(_ text: String) { window.copyToClipboard(text) }

  /// Shows it for the first time, ready for typing.
  func present() {
    window.focus(amount)
    amount.selectAll()
    window.present()
    // Two dozen buttons cost a tenth of the start; the number is there a frame before them.
    window.afterFirstFrame { [keypad] in keypad.isVisible = true }
  }
}

extension CalculatorWindow {
  private func renderNote(_ state: CalculatorViewState) {
    if state.note != shown.note { note.text = state.note }
    if state.noteIsError != shown.noteIsError {
      note.style("error", state.noteIsError)
      amount.style("error", state.noteIsError)
    }
  }

  private func renderRows(_ states: [CalculatorViewState.Row]) {
    while rows.count > states.count { results.remove(rows.removeLast().row) }
    while rows.count < states.count {
      guard let row = try? ResultRow(onMenu: { [weak self] code, button in self?.openMenu(of: code, at: button) })
      else { return }
      results.insert(row.row, at: rows.count)
      rows.append(row)
    }
    for (row, state) in zip(rows, states) { row.render(state) }
  }

  private func renderNotice(_ state: CalculatorViewState.Notice?) {
    guard state != shown.notice else { return }
    if let state {
      notice.text = state.sentence
      noticeButton.label = state.button ?? ""
      noticeButton.isVisible = state.button != nil
    }
    noticeRow.isRevealed = state != nil
  }

  private func openMenu(of code: String, at button: Widget) {
    let menu = Menu()
    menu.append(tr("Copy"), action: "\(WindowAction.copyResult.name)::\(code)")
    menu.append(tr("Chart"), action: "\(WindowAction.chartResult.name)::\(code)")
    menu.append(tr("Swap With Amount"), action: "\(WindowAction.swapWith.name)::\(code)")
    let rest = Menu()
    rest.append(tr("Change Currency…"), action: "\(WindowAction.changeResult.name)::\(code)")
    rest.append(tr("Remove"), action: "\(WindowAction.removeResult.name)::\(code)")
    menu.append(section: rest)
    button.popUp(menu)
  }
}

extension CalculatorWindow {
  private func connectKeys(_ builder: Builder) throws(BuilderError) {
    for key in Key.allCases {
      try builder.object("key_\(key.rawValue)", as: Button.self).onClick { [weak self] in self?.press(key) }
    }
  }

  /// Does what a key of the keypad does.
  func press(_ key: Key) {
    if let text = key.text(separator: shown.separator) { return amount.insert(text) }
    switch key {
    case .backspace: amount.deleteBackwards()
    case .clear: amount.text = ""
    case .equals: send(.equalsPressed)
    case .swap: send(.swapPressed)
    default: send(.currencyPressed)
    }
  }

  private func connectRest(menu: MenuButton) {
    let send = self.send
    amount.onChange { [weak self] in
      guard let self, !isRendering else { return }
      typing.sent(amount.text)
      send(.amountTyped(amount.text))
    }
    amount.onActivate { send(.equalsPressed) }
    currency.onClick { send(.currencyPressed) }
    noticeButton.onClick { send(.noticeButtonPressed) }
    results.onActivate { [weak self] index in
      guard let self else { return }
      if index < rows.count { openMenu(of: shown.rows[index].id, at: rows[index].row) } else { send(.addPressed) }
    }
    menu.onFirstOpen { CalculatorWindow.mainMenu() }
    window.install(WindowAction.self) { [weak self] action, target in self?.run(action, target) }
    window.onResize { [weak self] in
      // A maximised window keeps the size it had before.
      guard let window = self?.window, !window.isMaximized else { return }
      send(.resized(width: window.size.width, height: window.size.height))
    }
    window.onCloseRequest { send(.closed) }
  }

  private func run(_ action: WindowAction, _ target: String) {
    switch action {
    case .copy: send(.copyResult(nil))
    case .swap: send(.swapPressed)
    case .chooseCurrency: send(.currencyPressed)
    case .addCurrency: send(.addPressed)
    case .clear: press(.clear)
    case .about: send(.about)
    case .shortcuts: send(.shortcuts)
    case .chart: send(.chartPressed(nil))
    case .chartResult: send(.chartPressed(target))
    case .copyResult: send(.copyResult(target))
    case .swapWith: send(.swapWith(target))
    case .changeResult: send(.changeResult(target))
    case .removeResult: send(.removeResult(target))
    }
  }

  private static func mainMenu() -> Menu {
    let menu = Menu()
    menu.append(tr("Copy Result"), action: WindowAction.copy.name)
    menu.append(tr("Chart"), action: WindowAction.chart.name)
    let about = Menu()
    about.append(tr("Settings"), action: ApplicationAction.settings.name)
    about.append(tr("Keyboard Shortcuts"), action: WindowAction.shortcuts.name)
    about.append(tr("About Kurs"), action: WindowAction.about.name)
    about.append(tr("Quit"), action: ApplicationAction.quit.name)
    menu.append(section: about)
    return menu
  }
}
