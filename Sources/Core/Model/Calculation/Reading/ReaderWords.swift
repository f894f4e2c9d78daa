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
  /// Words for operations, each with the symbol of the operation.
  let operations: [String: String]
  let numbers: NumberWords
  /// 1 is Monday.
  let weekdays: [String: Int]

  /// `language`: how it counts beyond a million.
  public init(into: Set<String> = [], on: Set<String> = [], of: Set<String> = [], language: String = "en") {
    powers = PowerWords(language: language)
    days = RelativeDay.phrases(language).merging(RelativeDay.phrases("en")) { own, _ in own }
    months = WrittenDay.months(language).merging(WrittenDay.months("en")) { own, _ in own }
    operations = Self.operations("en").merging(Self.operations(language)) { _, own in own }
    numbers = NumberWords(language: language)
    weekdays = RelativeDay.weekdays(language).merging(RelativeDay.weekdays("en")) { own, _ in own }
    and = Set(["and", "&"] + (language == "de" ? ["und"] : language == "ar" ? ["و"] : []))
    at = Set(["at"] + (language == "de" ? ["zu"] : language == "ar" ? ["بسعر"] : []))
    let ownInto = language == "ar" ? ["إلى", "الى"] : language == "de" ? ["nach"] : []
    self.into = into.union(["in", "to", "into", "as"] + ownInto)
    self.on = on.union(["on"] + (language == "de" ? ["am", "vom"] : language == "ar" ? ["يوم", "بتاريخ"] : []))
    self.of = of.union(["of"] + (language == "de" ? ["von"] : language == "ar" ? ["من"] : []))
  }

  private static func operations(_ language: String) -> [String: String] {
    switch language {
    case "en":
      [
        "plus": "+", "minus": "-", "less": "-", "times": "*", "multiplied by": "*", "divided by": "/",
      ]
    case "de":
      [
        "plus": "+", "zzgl.": "+", "zzgl": "+", "zuzüglich": "+", "minus": "-", "abzgl.": "-", "abzgl": "-",
        "abzüglich": "-",
        "mal": "*", "geteilt durch": "/", "dividiert durch": "/", "durch": "/",
      ]
    case "ar": ["زائد": "+", "ناقص": "-", "ضرب": "*", "مقسوم على": "/", "على": "/"]
    default: [:]
    }
  }

  /// Whether a day is the one on which the text is read, which needs no day.
  public func isToday(_ text: some StringProtocol) -> Bool { days[text.lowercased()] == .ago(0) }

  public static let english = ReaderWords()
}
