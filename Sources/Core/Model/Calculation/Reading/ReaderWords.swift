// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of the grammar in the person's language, lower case; the English ones always work beside them.
public struct ReaderWords: Hashable, Sendable {
  public var into: Set<String>
  public var on: Set<String>
  public var of: Set<String>
  /// The words between two currencies: `100 EUR in USD and GBP`.
  public var and: Set<String>
  /// The words before a rate: `100 USD in EUR at 0.9`.
  public var at: Set<String>
  public var days: [String: RelativeDay]
  /// The months by their names, lower case; 1 is January.
  public var months: [String: Int]
  public var powers: PowerWords

  /// `language`: how it counts beyond a million.
  public init(into: Set<String> = [], on: Set<String> = [], of: Set<String> = [], language: String = "en") {
    powers = PowerWords(language: language)
    days = RelativeDay.phrases(language).merging(RelativeDay.phrases("en")) { own, _ in own }
    months = WrittenDay.months(language).merging(WrittenDay.months("en")) { own, _ in own }
    and = Set(["and", "&"] + (language == "de" ? ["und"] : language == "ar" ? ["و"] : []))
    at = Set(["at"] + (language == "de" ? ["zu"] : language == "ar" ? ["بسعر"] : []))
    self.into = into.union(["in", "to", "into", "as"] + (language == "ar" ? ["إلى", "الى"] : []))
    self.on = on.union(["on"] + (language == "de" ? ["am", "vom"] : language == "ar" ? ["يوم", "بتاريخ"] : []))
    self.of = of.union(["of"])
  }

  public static let english = ReaderWords()
}
