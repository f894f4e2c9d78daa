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
    write(text)
    return true
  }
}

extension KeyPress {
  fileprivate var isPaste: Bool {
    hasControl ? name == "v" || name == "V" : hasShift && (name == "Insert" || name == "KP_Insert")
  }
}
