// SPDX-License-Identifier: GPL-3.0-or-later

/// A day as people say it, which another day makes a date: yesterday, last Friday.
public enum RelativeDay: Hashable, Sendable {
  case ago(Int)
  /// The last one before today; 1 is Monday.
  case last(weekday: Int)

  public func day(from today: Day) -> Day {
    switch self {
    case .ago(let days): today - days
    case .last(let weekday): today - ((today.weekday - weekday + 6) % 7 + 1)
    }
  }

  /// The weekdays of a language, lower case; 1 is Monday.
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

  /// The phrases of a language, lower case, of one word or two; none of a language that Kurs does not speak.
  static func phrases(_ language: String) -> [String: RelativeDay] {
    var phrases: [String: RelativeDay] = [:]
    switch language {
    case "en":
      phrases = ["today": .ago(0), "yesterday": .ago(1)]
      let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      for (index, day) in days.enumerated() { phrases["last \(day)"] = .last(weekday: index + 1) }
    case "de":
      phrases = ["heute": .ago(0), "gestern": .ago(1), "vorgestern": .ago(2)]
      let days = ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"]
      for (index, day) in days.enumerated() {
        for last in ["letzten", "letzter", "vergangenen"] { phrases["\(last) \(day)"] = .last(weekday: index + 1) }
      }
      phrases["letzten sonnabend"] = .last(weekday: 6)
    case "ar":
      phrases = ["اليوم": .ago(0), "أمس": .ago(1), "البارحة": .ago(1)]
      let days = [
        "الاثنين الماضي", "الثلاثاء الماضي", "الأربعاء الماضي", "الخميس الماضي", "الجمعة الماضية", "السبت الماضي",
        "الأحد الماضي",
      ]
      for (index, day) in days.enumerated() { phrases[day] = .last(weekday: index + 1) }
      phrases["الإثنين الماضي"] = .last(weekday: 1)
    default: break
    }
    return phrases
  }
}
