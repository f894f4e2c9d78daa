// SPDX-License-Identifier: GPL-3.0-or-later
/// A key of the on-screen keypad. Its id in `calculator.ui` ends with the raw value.
enum Key: String, CaseIterable, Sendable {
  case zero = "0"
  case one = "1"
  case two = "2"
  case three = "3"
  case four = "4"
  case five = "5"
  case six = "6"
  case seven = "7"
  case eight = "8"
  case nine = "9"
  case separator
  case add
  case subtract
  case multiply
  case divide
  case percent
  case open
  case close
  case backspace
  case clear
  case equals
  case line
  case swap
  case currency

  var isDigit: Bool { rawValue.count == 1 }

  /// Returns the text that the key types. Nil for a key that types nothing.
  func text(separator: String) -> String? {
    switch self {
    case .zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine: inOwnDigits(rawValue)
    case .separator: separator
    case .add: "+"
    case .subtract: "−"
    case .multiply: "×"
    case .divide: "÷"
    case .percent: "%"
    case .open: "("
    case .close: ")"
    case .backspace, .clear, .equals, .line, .swap, .currency: nil
    }
  }
}
