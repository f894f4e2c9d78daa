// SPDX-License-Identifier: GPL-3.0-or-later

/// The rule by which a document's day selects one of the provider's publication days.
public enum DayRule: String, Hashable, Sendable, CaseIterable {
  /// The day itself, or the last one before it.
  case on
  case before
  case after
  /// The day itself, or the first one after it.
  case onOrAfter = "on-or-after"
  /// The mean of its calendar month.
  case monthAverage = "month-average"
  /// The last one in its calendar month.
  case monthEnd = "month-end"
  /// The second-last Wednesday of the month before, or the last one before that.
  case customsMonth = "customs-month"

  /// The second-last Wednesday of the calendar month before a day's.
  public static func secondLastWednesday(before day: Day) -> Day {
    let last = ClosedRange<Day>.month(of: day).lowerBound - 1
    // Wednesday is 3.
    return last - (last.weekday + 4) % 7 - 7
  }
}

/// A rule of law, and the provider that it names.
public struct RulePreset: Hashable, Sendable {
  public let name: String
  public let rule: DayRule
  public let provider: ProviderID
  /// Its source.
  public let source: String

  public static let all = [
    RulePreset(
      name: "pl-vat", rule: .before, provider: ProviderID("nbp"),
      source: "Ustawa o podatku od towarów i usług, art. 31a ust. 1"),
    RulePreset(
      name: "pl-income-tax", rule: .before, provider: ProviderID("nbp"),
      source: "Ustawa o podatku dochodowym od osób fizycznych, art. 11a"),
    RulePreset(name: "eu-vat", rule: .on, provider: .ecb, source: "Directive 2006/112/EC, article 91(2)"),
    RulePreset(name: "eu-oss", rule: .onOrAfter, provider: .ecb, source: "Directive 2006/112/EC, article 369h(2)"),
    RulePreset(
      name: "eu-customs", rule: .customsMonth, provider: .ecb,
      source: "Implementing Regulation (EU) 2015/2447, article 146"),
    // For an authority whose rate of a day is that of its month.
    RulePreset(
      name: "de-vat", rule: .on, provider: ProviderID("bmf"), source: "Umsatzsteuergesetz, § 16 Abs. 6"),
    RulePreset(
      name: "ch-vat", rule: .on, provider: ProviderID("bazg"), source: "Mehrwertsteuerverordnung, Art. 45 Abs. 3"),
  ]
}

/// A rule by its own name, or by the name of a law.
public struct NamedRule: Hashable, Sendable {
  public let name: String
  public let rule: DayRule
  /// The law and its provider; nil for a rule by its own name.
  public let preset: RulePreset?

  /// The general rules, then those of laws.
  public static let all = (DayRule.allCases.map(\.rawValue) + RulePreset.all.map(\.name)).compactMap { NamedRule($0) }
  /// The default rule.
  public static let usual = all[0]

  public init?(_ name: String) {
    preset = RulePreset.all.first { $0.name == name }
    guard let rule = preset?.rule ?? DayRule(rawValue: name) else { return nil }
    (self.name, self.rule) = (name, rule)
  }

  /// A rule applied to a day.
  public struct Applied: Hashable, Sendable {
    public let rule: NamedRule
    public let day: Day

    public init(_ rule: NamedRule, to day: Day) { (self.rule, self.day) = (rule, day) }
  }
}
