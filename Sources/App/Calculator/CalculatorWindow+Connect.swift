// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

extension CalculatorWindow {
  func connectKeypad(_ builder: Builder) throws(BuilderError) {
    for key in Key.allCases {
      try builder.object("key_\(key.rawValue)", as: Button.self).onClick { [weak self] in self?.press(key) }
    }
  }

  /// Does what a key of the keypad does.
  func press(_ key: Key) {
    if let text = key.text(separator: shown.separator) { return write(text) }
    switch key {
    case .backspace: if !removedEmptyLine() { amount.deleteBackwards() }
    case .clear: amount.text = ""
    case .equals: enter(EnterKey.pressed(text: amount.text, in: places))
    case .line: enter(EnterKey.pressedForNewLine(text: amount.text))
    case .swap: send(.event(.swapped(at: 0)))
    default: send(.currencyPressed)
    }
  }

  /// Writes at the cursor, or behind what is finished.
  func write(_ text: String) {
    let isFinished = finished.isStanding
    if isFinished { amount.position = -1 }
    amount.insert(text)
    // Another text may have taken its place meanwhile.
    if isFinished { amount.position = -1 }
  }

  func connect() {
    let send = self.send
    keepAmountAtHand()
    amount.onChange { [weak self] in
      guard let self, !isRendering else { return }
      written(amount.text)
    }
    amount.onActivate { [weak self] in
      guard let self else { return }
      enter(EnterKey.pressed(text: amount.text, in: places))
    }
    amount.onKey(first: true) { [weak self] key in self?.pressed(key) ?? false }
    amount.onPaste { [weak self] text in self?.pasted(text) ?? false }
    currency.onClick { send(.currencyPressed) }
    noticeButton.onClick { [weak self] in
      switch self?.shown.notice?.button {
      case .dismiss: send(.event(.setAsideDismissed))
      case .refresh: send(.refreshPressed)
      case nil: break
      }
    }
    results.onActivate { [weak self] index in
      guard let self else { return }
      send(index < shown.rows.count ? .chartPressed(shown.rows[index].id) : .addPressed)
    }
    menu.onFirstOpen { CalculatorMenus.main() }
    window.onResize { [weak self] in
      // A maximised window keeps the size it had before.
      guard let window = self?.window, !window.isMaximized else { return }
      send(.event(.windowResized(WindowSize(width: window.size.width, height: window.size.height))))
    }
    window.onCloseRequest { send(.closed) }
  }

  /// The text in the field was changed by hand.
  private func written(_ text: String) {
    switch finished.typed(text, currency: shown.currency, isList: places.isList) {
    case nil: typed(text)
    case .text(let other):
      expect(other)
      send(.event(.amountTyped(other)))
      // GTK puts the cursor back once it has told of the change; the next key must find it at the end.
      isCursorToEnd = true
      Task { [weak self] in self?.takeCursorToEnd() }
    case .newLine(let sign, let rest):
      begin(sign)
      guard !rest.isEmpty else { return }
      expect(rest)
      send(.event(.amountTyped(rest)))
    }
  }

  /// Tells that the field holds a text, before the workflow's answer.
  func typed(_ text: String) {
    typing.sent(text)
    send(.event(.amountTyped(text)))
  }

  /// One plain amount is written at the cursor; a table or a list of amounts is the workflow's.
  private func pasted(_ text: String) -> Bool {
    guard amount.isReplacedByWriting || text.contains(where: \.isNewline) || text.contains("\t") else { return false }
    send(.event(.pasted(text)))
    return true
  }

  private func takeCursorToEnd() {
    guard isCursorToEnd else { return }
    isCursorToEnd = false
    amount.position = -1
  }

  private func pressed(_ key: KeyPress) -> Bool {
    takeCursorToEnd()
    switch (key.name, key.hasAlt) {
    case ("Up", false), ("KP_Up", false): return ask(places.stepped(by: -1))
    case ("Down", false), ("KP_Down", false): return ask(places.stepped(by: 1))
    case ("Up", true), ("KP_Up", true): return ask(places.moved(by: -1))
    case ("Down", true), ("KP_Down", true): return ask(places.moved(by: 1))
    case ("BackSpace", false) where !key.hasControl: return removedEmptyLine()
    case ("Left", _), ("Right", _), ("Home", _), ("End", _), ("KP_Left", _), ("KP_Right", _), ("KP_Home", _),
      ("KP_End", _):
      finished.ended()
      return false
    default: return false
    }
  }

  /// Sends it if there is anything to do; the places are already those after it.
  func ask(_ event: CalculatorEvent?) -> Bool {
    guard let event else { return false }
    finished.ended()
    stepping.sent(places)
    send(.event(event))
    return true
  }
}
