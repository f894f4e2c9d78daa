// SPDX-License-Identifier: GPL-3.0-or-later

/// Words and letters for powers of ten: `k`, `million`, `Mrd.`, in English (that of India, too), German and Arabic.
public struct PowerWords: Hashable, Sendable {
  private let own: [String: Int]

  public static let english = PowerWords(own: shortScale)

  /// A billion is a million millions where the language counts so, and a thousand millions elsewhere.
  public init(language: String) {
    self.init(own: Self.longScaleLanguages.contains(language) ? Self.longScale : Self.shortScale)
  }

  private init(own: [String: Int]) { self.own = own }

  /// The exponent of ten that `word`, in lower case, stands for.
  func exponent(of word: String) -> Int? { own[word] ?? Self.common[word] }

  /// Words directly behind a number: "2 K" is money of Myanmar, "2K" two thousand.
  static let letters = ["k": 3, "m": 6]

  /// Those after which a full stop belongs to the number.
  static let abbreviations: Set<String> = ["tsd", "mio", "mln", "mrd", "bio", "bn"]

  private static let longScaleLanguages: Set<String> = ["de", "da", "fr", "nb", "nn", "no"]
  private static let shortScale = ["billion": 9, "trillion": 12]
  private static let longScale = ["billion": 12, "trillion": 18]

  private static let common = [
    "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
    "thousand": 3, "tausend": 3, "tsd": 3, "ألف": 3, "الف": 3, "آلاف": 3, "الاف": 3, "million": 6, "millions": 6,
    "millionen": 6, "mio": 6, "mln": 6, "مليون": 6, "ملايين": 6, "milliard": 9, "milliarde": 9, "milliarden": 9,
    "mrd": 9, "bn": 9, "billions": 9, "مليار": 9, "مليارات": 9, "بليون": 9, "billionen": 12, "bio": 12, "trillions": 12,
    "تريليون": 12, "trillionen": 18,
  ]
}
