// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension Words {
  /// A number of so many characters fits into the smallest window.
  private static let mostCharacters = 15

  /// An amount in powers of ten, as in `1.2 × 10¹²`; empty where `text`, as it is written, is short enough for any window.
  func brief(_ money: Money, writtenAs text: String) -> String {
    guard text.count > Self.mostCharacters else { return "" }
    var exponent = money.amount.leadingExponent
    var leading = (money.amount * .powerOfTen(-exponent)).rounded(places: 1)
    if leading.magnitude == Rational(10) {
      exponent += 1
      leading = leading * .powerOfTen(-1)
    }
    // The mark keeps the number before its power in right-to-left text.
    return "\u{200E}\(numbers.text(leading, 1)) × 10\(Self.raised(exponent))"
  }

  private static func raised(_ number: Int) -> String {
    String(String(number).compactMap { raisedDigits[$0] })
  }

  private static let raisedDigits: [Character: Character] = [
    "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
  ]
}
