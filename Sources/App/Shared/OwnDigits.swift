// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWords

extension Entry {
  /// Replaces each typed digit by the digit of the script that the screen uses, for example an Arabic digit.
  func keepOwnDigits() {
    onChange { [weak self] in
      guard let self, inOwnDigits(text) != text else { return }
      rewrite(inOwnDigits(text))
    }
  }
}

extension Day {
  func written(monthName: (Int) -> String) -> String {
    let (year, month, number) = civil
    // Translators: the parts of a date, as in "30 October 2026".
    return tr(
      "{day} {month} {year}",
      ["day": inOwnDigits("\(number)"), "month": monthName(month), "year": inOwnDigits("\(year)")])
  }

  /// The date as text for a field: as on the screen if Kurs can read that text, otherwise in the form `2026-10-30`.
  var typable: String {
    let text = written(monthName: MonthNames.name).filter { !["\u{2068}", "\u{2069}", "\u{200F}"].contains($0) }
    return Day(typed: text) == self ? text : description
  }
}

extension Words {
  private static let separators = Set<Character>(".,٫٬'’")

  /// Returns a typed amount in the screen's digits. A point that is surely decimal becomes the user's separator.
  func shownAmount(_ typed: String) -> String {
    guard inOwnDigits("0") != "0" else { return typed }
    var shown = Array(inOwnDigits(typed))
    let isPart = { (character: Character) in character.isNumber || Self.separators.contains(character) }
    for index in shown.indices where shown[index] == "." {
      let before = shown[..<index].reversed().prefix(while: isPart)
      let after = shown[(index + 1)...].prefix(while: isPart)
      guard !before.isEmpty, !after.isEmpty, after.count != 3 else { continue }
      if before.allSatisfy(\.isNumber), after.allSatisfy(\.isNumber) {
        shown.replaceSubrange(index...index, with: numbers.separator)
      }
    }
    return String(shown)
  }

  /// Converts a fee as the user types it, such as `1,75 % + 0,35 EUR`, to the saved form `1.75% + 0.35 EUR`.
  func storedFee(_ typed: String) -> String {
    typed.reduce(into: "") { stored, character in
      if let digit = character.wholeNumberValue {
        stored += "\(digit)"
      } else if "%٪".contains(character) {
        while stored.last?.isWhitespace == true { stored.removeLast() }
        stored += "%"
      } else {
        stored += String(character) == numbers.separator ? "." : "\(character)"
      }
    }
  }

  func shownFee(_ stored: String) -> String {
    let plain = stored.replacing(".", with: numbers.separator)
    let text = inOwnDigits(sentence: plain).replacing("%", with: tr("{number}%", ["number": ""]))
    // In Arabic, a right-to-left isolate keeps the parts of the sum in order.
    return areRightToLeft ? "\u{2067}\(text)\u{2069}" : text
  }

  var feeExample: String {
    // Translators: a fee as the user types it, as in "Card = 1.75% + 0.35 EUR".
    tr(
      "For example: Card = {percent} + {amount} EUR",
      ["percent": percent(Rational(units: 175, places: 4)), "amount": numbers.text(Rational(units: 35, places: 2), 2)])
  }
}
