// SPDX-License-Identifier: GPL-3.0-or-later

/// Words for the weights that metals are sold by: `g`, `kg`, `oz`, in English, German and Arabic.
enum WeightWords {
  /// Grams to one of `word`, in lower case; an ounce of a metal is a troy ounce.
  static func grams(_ word: String) -> Rational? { all[word] }

  static let troyOunce = Rational(311_034_768) * .powerOfTen(-7)

  private static let all: [String: Rational] = [
    "mg": .powerOfTen(-3), "g": .one, "gram": .one, "grams": .one, "gramm": .one, "غ": .one, "غرام": .one,
    "جرام": .one, "kg": Rational(1000), "كغ": Rational(1000), "oz": troyOunce, "ozt": troyOunce, "ounce": troyOunce,
    "ounces": troyOunce, "unze": troyOunce, "unzen": troyOunce, "أونصة": troyOunce, "أوقية": troyOunce,
  ]
}
