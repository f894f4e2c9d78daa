// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWords
import KursWorkflow

extension CalculatorWindow {
  func connectKeypad(_ builder: Builder) throws(BuilderError) {
    for key in Key.allCases {
      let button = try builder.object("key_\(key.rawValue)", as: Button.self)
      button.onClick { [weak self] in self?.press(key) }
      guard key.isDigit else { continue }
      button.label = inOwnDigits(key.rawValue)
      button.setTooltip(button.label)
    }
  }

  /// Does what a key of the keypad does.
  func press(_ key: Key) {
    if let text = key.text(separator: shown.separator) { return write(text) }
    switch key {
    case .backspace: if !removedEmptyLine() { amount.deleteBackwards() }
    case .clear: amount.text = ""
    case .equals: equals()
    case .line: send(.event(.lineAdded(after: nil, sign: .plus)))
    case .swap: send(.event(.swapped(at: 0)))
    default: send(.currencyPressed)
    }
  }

  private func equals() {
    tell()
    send(.event(.equalsPressed))
  }

  /// Writes at the cursor, or behind what is finished.
  func write(_ text: String) {
    if shown.isFinished { amount.position = -1 }
    amount.insert(text)
  }

  func connect() {
    let send = self.send
    keepAmountAtHand()
    amount.keepCursorBehindReplacement()
    amount.keepNumberAtEnd()
    amount.keepSelection()
    keypad.roveFocus()
    amount.onChange { [weak self] in
      self?.amount.fitText()
      guard let self, !isRendering else { return }
      // All digits on the screen are of one set, and a number of two is none.
      let ownText = inOwnDigits(amount.text)
      guard ownText == amount.text else { return amount.rewrite(ownText) }
      send(.event(.amountTyped(amount.text)))
    }
    amount.onActivate { [weak self] in self?.equals() }
    amount.onKey(first: true) { [weak self] key in self?.pressed(key) ?? false }
    amount.onPaste { [weak self] text in self?.pasted(text) ?? false }
    currency.onClick { send(.currencyPressed) }
    lines.did = { [weak self] action in self?.did(action) }
    lines.openMenu = { [weak self] id, place in self?.openMenu(ofLine: id, at: place) }
    noticeButton.onClick { [weak self] in
      switch self?.shown.statusButton {
      case .dismiss: send(.event(.noticeDismissed))
      case .takeUpCopy: send(.copyPressed)
      case .goOnline: send(.onlinePressed)
      case nil: break
      }
    }
    side.onLead { [weak self] in self?.openSideList() }
    side.onClose { [weak self] in self?.mark(charted: nil) }
    results.onActivate { [weak self] index in
      guard let self else { return }
      send(index < shown.rows.count ? .chartPressed(shown.rows[index].id) : .addPressed)
    }
    menu.onFirstOpen { CalculatorMenus.main() }
    listMenu.onFirstOpen { CalculatorMenus.list() }
    keptMenu.onFirstOpen { CalculatorMenus.kept() }
    // A maximised window has another size than the one that it goes back to, which alone is known before it opens.
    window.onLayout { [weak self] in self?.fitKeypad() }
    window.onResize { [weak self] in
      self?.fitKeypad()
      self?.amount.afterFirstFrame { self?.amount.fitText() }
      // A maximised window keeps the size it had before.
      guard let window = self?.window, !window.isMaximized else { return }
      send(.event(.windowResized(WindowSize(width: window.size.width, height: window.size.height))))
    }
    window.onCloseRequest { send(.closed) }
  }

  /// One plain amount is written at the cursor; a table or a list of amounts is the workflow's.
  private func pasted(_ text: String) -> Bool {
    if amount.isReplacedByWriting || text.contains(where: \.isNewline) || text.contains("\t") {
      send(.event(.pasted(text)))
    } else if text.contains(where: \.isLetter), amount.selection == nil {
      // It may be prose, which never goes into the field.
      send(.event(.pastedWithin(inOwnDigits(text), at: amount.position)))
    } else {
      return false
    }
    return true
  }

  private func pressed(_ key: KeyPress) -> Bool {
    foldKeypad(for: key)
    switch (key.name, key.hasAlt) {
    case ("Up", false), ("KP_Up", false): return step(by: -1)
    case ("Down", false), ("KP_Down", false): return step(by: 1)
    case ("Up", true), ("KP_Up", true): return moveLine(by: -1)
    case ("Down", true), ("KP_Down", true): return moveLine(by: 1)
    case ("KP_Decimal", false), ("KP_Separator", false):
      write(shown.separator)
      return true
    case ("BackSpace", false) where !key.hasControl: return removedEmptyLine()
    case ("Left", _), ("Right", _), ("Home", _), ("End", _), ("KP_Left", _), ("KP_Right", _), ("KP_Home", _),
      ("KP_End", _):
      if shown.isFinished { send(.event(.cursorMoved)) }
      return false
    default: return false
    }
  }
}
