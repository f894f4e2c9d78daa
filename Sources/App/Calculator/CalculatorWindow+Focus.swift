// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

extension CalculatorWindow {
  /// Makes typed text the amount wherever the keyboard focus is; a closed menu gives the focus back to the amount.
  func keepAmountAtHand() {
    window.onKey(first: true) { [weak self] key in self?.pressedElsewhere(key) ?? false }
    window.onFocusReturn { [weak self] in self?.takeFocusBack() }
  }

  /// The amount has the keyboard again, as it was left.
  func takeFocusBack() { amount.takeFocus(in: window) }

  /// Tells a screen reader that the amount has the keyboard.
  func tellFocus() {
    window.focus(nil)
    takeFocusBack()
  }

  /// Tells it once more, for a program that the bus of screen readers knows by then; one that has heard it says it no
  /// second time. The list would slide to the line at hand: where a person did anything, nothing is told.
  func tellFocusAgain() {
    let (before, selected, offset) = (typed, amount.selection, linesPlace.offset)
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(1.5))
      guard let self, window.hasFocus(within: amount) else { return }
      if typed == before, amount.selection == selected, linesPlace.offset == offset { tellFocus() }
    }
  }

  /// A space stays with the button that has the focus.
  private func pressedElsewhere(_ key: KeyPress) -> Bool {
    guard !window.hasFocusInPopover, !window.hasFocus(within: amount), !key.hasAlt else { return false }
    if key.isPaste {
      takeFocusBack()
      amount.paste()
      return true
    }
    guard !key.hasControl, let text = key.text, text != " " else { return false }
    takeFocusBack()
    foldKeypad(for: key)
    write(["KP_Decimal", "KP_Separator"].contains(key.name) ? shown.separator : text)
    return true
  }
}

extension KeyPress {
  fileprivate var isPaste: Bool {
    hasControl ? name == "v" || name == "V" : hasShift && (name == "Insert" || name == "KP_Insert")
  }
}
