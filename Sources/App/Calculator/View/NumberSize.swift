// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// How large a number is written, so that even a long one shows all of its digits in the narrowest window.
enum NumberSize: String, CaseIterable, Sendable {
  case long
  case longer
  case longest

  /// Nil for the usual size; `limits`: the most characters for it and for the first two cases.
  static func of(_ text: String, limits: [Int]) -> NumberSize? {
    let steps = limits.prefix { text.count > $0 }.count
    return steps == 0 ? nil : allCases[min(steps, allCases.count) - 1]
  }
}

extension Label {
  /// Shows a number in the size that its length asks for.
  func show(number: String, limits: [Int]) {
    let size = NumberSize.of(number, limits: limits)
    if size != NumberSize.of(text, limits: limits) {
      for each in NumberSize.allCases { style(each.rawValue, each == size) }
    }
    text = number
  }
}
