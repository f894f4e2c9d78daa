// SPDX-License-Identifier: GPL-3.0-or-later

/// The words that a calculation may contain, in the user's language and lower case. English words always work too.
public struct ReaderWords: Hashable, Sendable {
  public var into: Set<String>
  public var on: Set<String>
  public var of: Set<String>
  /// The words between two currencies, as in `100 EUR in USD and GBP`.
  public var and: Set<String>
  /// The words before a rate, as in `100 USD in EUR at 0.9`.
  public var at: Set<String>
  public var days: [String: RelativeDay]
  /// The lower-case names of the months, with their numbers. 1 is January.
  public var months: [String: Int]
  public var powers: PowerWords
  let operations: [String: String]
  let numbers: NumberWords
  let weekdays: [String: Int]
  let dayStarts: Set<String>
  /// The words between the ends of a range, as in `5 to 10 EUR`.
  let range: Set<String>

  /// Creates the words of a language. A billion is 10^9 or 10^12, depending on `language`.
  public init(into: Set<String> = [], on: Set<String> = [], of: Set<String> = [], language: String = "en") {
    powers = PowerWords(language: language)
    days = RelativeDay.phrases(language).merging(RelativeDay.phrases("en")) { own, _ in own }
    months = WrittenDay.months(language).merging(WrittenDay.months("en")) { own, _ in own }
    operations = Self.operations("en").merging(Self.operations(language)) { _, own in own }
    numbers = NumberWords(language: language)
    weekdays = RelativeDay.weekdays(language).merging(RelativeDay.weekdays("en")) { own, _ in own }
    dayStarts = Set(days.keys.compactMap { $0.split(separator: " ").first.map(String.init) })
    range = [
      "to", "and", "or", "à", "do", "till", "til", "tot", "hasta", "até", "fino", "до", "bis", "und", "oder", "إلى",
      "الى", "و", "أو",
    ]
    and = Set(["and", "&"] + (language == "de" ? ["und"] : language == "ar" ? ["و"] : []))
    at = Set(["at"] + (language == "de" ? ["zu"] : language == "ar" ? ["بسعر"] : []))
    let ownInto = language == "ar" ? ["إلى", "الى", "مقابل"] : language == "de" ? ["nach", "zu", "gegen"] : []
    self.into = into.union(["in", "to", "into", "as", "against"] + ownInto)
    let ownOn = language == "de" ? ["am", "vom"] : language == "ar" ? ["يوم", "بتاريخ"] : []
    self.on = on.union(["on"] + ownOn)
    self.of = of.union(["of"] + (language == "de" ? ["von"] : language == "ar" ? ["من"] : []))
  }

  private static func operations(_ language: String) -> [String: String] {
    switch language {
    case "en":
      [
        "plus": "+", "minus": "-", "less": "-", "times": "*", "multiplied by": "*", "divided by": "/",
        "percent": "%", "per cent": "%", "pct": "%",
      ]
    case "de":
      [
        "plus": "+", "zzgl.": "+", "zzgl": "+", "zuzüglich": "+", "minus": "-", "abzgl.": "-", "abzgl": "-",
        "abzüglich": "-",
        "mal": "*", "geteilt durch": "/", "dividiert durch": "/", "durch": "/",
        "prozent": "%",
      ]
    case "ar":
      [
        "زائد": "+", "ناقص": "-", "ضرب": "*", "مقسوم على": "/", "على": "/", "تقسيم": "/",
        "بالمئة": "%", "بالمائة": "%", "في المئة": "%", "في المائة": "%", "بالميه": "%",
      ]
    default: [:]
    }
  }

  public static let weekdayNames = Set(["en", "de", "ar"].flatMap { RelativeDay.weekdays($0).keys })

  public func isToday(_ text: some StringProtocol) -> Bool { days[text.lowercased()] == .ago(0) }

  public static let english = ReaderWords()
}

public enum RelativeDay: Hashable, Sendable {
  case ago(Int)
  case last(weekday: Int)

  public func day(from today: Day) -> Day {
    switch self {
    case .ago(let days): today - days
    case .last(let weekday): today - ((today.weekday - weekday + 6) % 7 + 1)
    }
  }

  /// Returns the lower-case names of the weekdays, with their numbers. 1 is Monday.
  static func weekdays(_ language: String) -> [String: Int] {
    let names: [String] =
      switch language {
      case "en": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      case "de": ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"]
      case "ar": ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"]
      default: []
      }
    return Dictionary(uniqueKeysWithValues: zip(names, 1...))
  }

  /// Returns phrases for days, such as "yesterday" or "last monday". Empty for an unsupported language.
  static func phrases(_ language: String) -> [String: RelativeDay] {
    var phrases: [String: RelativeDay] = [:]
    switch language {
    case "en":
      phrases = [
        "today": .ago(0), "yesterday": .ago(1), "day before yesterday": .ago(2), "the day before yesterday": .ago(2),
        "tomorrow": .ago(-1),
      ]
      for (day, number) in weekdays(language) { phrases["last \(day)"] = .last(weekday: number) }
    case "de":
      phrases = ["heute": .ago(0), "gestern": .ago(1), "vorgestern": .ago(2), "morgen": .ago(-1)]
      for (day, number) in weekdays(language) {
        for last in ["letzten", "letzter", "vergangenen"] { phrases["\(last) \(day)"] = .last(weekday: number) }
      }
      phrases["letzten sonnabend"] = .last(weekday: 6)
    case "ar":
      phrases = [
        "اليوم": .ago(0), "أمس": .ago(1), "امس": .ago(1), "البارحة": .ago(1), "أول أمس": .ago(2),
        "أول من أمس": .ago(2), "غدا": .ago(-1), "غدًا": .ago(-1),
      ]
      for (day, number) in weekdays(language) {
        // Only Friday is feminine in Arabic.
        phrases["\(day) \(number == 5 ? "الماضية" : "الماضي")"] = .last(weekday: number)
      }
      phrases["الإثنين الماضي"] = .last(weekday: 1)
    default: break
    }
    return phrases
  }
}

extension ReaderWords {
  public func day(_ text: some StringProtocol, today: Day) -> Day? {
    let text = text.split { $0.unicodeScalars.allSatisfy(\.isSkipped) }.joined(separator: " ")
    let source = SourceText(text)
    if let day = day(source, 0..<source.count) { return day }
    let start = source.trimmed(0..<source.count).lowerBound
    let typed = TypedDay(source, at: start, end: source.count, words: self, today: today)
    return typed.flatMap { source.trimmed($0.end..<source.count).isEmpty ? $0.day : nil }
  }

  /// Reads a period such as `Q3 2026` or `last month`. A period without a year is the latest that has begun.
  public func period(_ text: some StringProtocol, today: Day) -> ClosedRange<Day>? {
    let source = SourceText(String(text))
    let range = source.trimmed(0..<source.count)
    let typed = TypedPeriod(source, at: range.lowerBound, end: range.upperBound, words: self, today: today)
    return typed?.end == range.upperBound ? typed?.days : nil
  }

  func day(_ text: SourceText, _ range: Range<Int>) -> Day? {
    let written = WrittenDay(text, at: range.lowerBound, end: range.upperBound, months: months)
    return written?.end == range.upperBound ? written?.day : nil
  }
}
