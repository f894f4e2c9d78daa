// SPDX-License-Identifier: GPL-3.0-or-later

public enum DayRule: String, Hashable, Sendable, CaseIterable {
  /// The day itself, or the last publication day before it.
  case on
  case before
  case after
  /// The day itself, or the first publication day after it.
  case onOrAfter = "on-or-after"
  case monthAverage = "month-average"
  /// The last publication day in the calendar month.
  case monthEnd = "month-end"
  /// The second-last Wednesday of the previous month, or the last publication day before it.
  case customsMonth = "customs-month"
  /// The last day of the calendar month, or the first publication day after it.
  case monthClose = "month-close"
  /// The last day of the calendar quarter, or the first publication day after it.
  case quarterClose = "quarter-close"

  public static func secondLastWednesday(before day: Day) -> Day {
    let last = ClosedRange<Day>.month(of: day).lowerBound - 1
    // Subtract up to six days to get the last Wednesday (`weekday` 3), and then another week.
    return last - (last.weekday + 4) % 7 - 7
  }
}

public struct RulePreset: Hashable, Sendable {
  public let name: String
  public let rule: DayRule
  public let provider: ProviderID
  public let source: String
  /// Another bank whose rates the law also allows.
  public private(set) var alternative: ProviderID?

  public static let all = [
    RulePreset(
      name: "pl-vat", rule: .before, provider: ProviderID("nbp"),
      source: "Ustawa o podatku od towarów i usług, art. 31a ust. 1", alternative: .ecb),
    // This preset is for invoices issued before the tax point. The day of the invoice then replaces the tax point.
    RulePreset(
      name: "pl-vat-invoice", rule: .before, provider: ProviderID("nbp"),
      source: "Ustawa o podatku od towarów i usług, art. 31a ust. 2"),
    RulePreset(
      name: "pl-income-tax", rule: .before, provider: ProviderID("nbp"),
      source: "Ustawa o podatku dochodowym od osób fizycznych, art. 11a"),
    RulePreset(name: "eu-vat", rule: .on, provider: .ecb, source: "Directive 2006/112/EC, article 91(2)"),
    // Use the end of the quarter, because the tax period is a calendar quarter (articles 364 and 369f).
    RulePreset(
      name: "eu-oss", rule: .quarterClose, provider: .ecb, source: "Directive 2006/112/EC, articles 366 and 369h"),
    // Use the end of the month, because the tax period of imports is a calendar month (article 369s).
    RulePreset(name: "eu-ioss", rule: .monthClose, provider: .ecb, source: "Directive 2006/112/EC, article 369u"),
    RulePreset(
      name: "eu-customs", rule: .customsMonth, provider: .ecb,
      source: "Implementing Regulation (EU) 2015/2447, article 146"),
    // The German and Swiss authorities prescribe one rate for each month, which applies to every day of the month.
    RulePreset(
      name: "de-vat", rule: .on, provider: ProviderID("bmf"), source: "Umsatzsteuergesetz, § 16 Abs. 6"),
    RulePreset(
      name: "ch-vat", rule: .on, provider: ProviderID("bazg"), source: "Mehrwertsteuerverordnung, Art. 45 Abs. 3"),
  ]
}

public struct NamedRule: Hashable, Sendable {
  public let name: String
  public let rule: DayRule
  public let preset: RulePreset?

  public static let all = (DayRule.allCases.map(\.rawValue) + RulePreset.all.map(\.name)).compactMap { NamedRule($0) }
  public static let usual = all[0]

  /// Whether a law prescribes the rate. Then custom rates and the choice of buying or selling rates don't apply.
  public var isLaw: Bool { preset != nil }

  /// Whether the rate must be of the very day that the rule selects. The default rule also accepts an older rate.
  public var isStrict: Bool { isLaw || rule != .on }

  public init?(_ name: String) {
    preset = RulePreset.all.first { $0.name == name }
    guard let rule = preset?.rule ?? DayRule(rawValue: name) else { return nil }
    (self.name, self.rule) = (name, rule)
  }

  public struct Applied: Hashable, Sendable {
    public let rule: NamedRule
    public let day: Day

    public init(_ rule: NamedRule, to day: Day) { (self.rule, self.day) = (rule, day) }
  }
}
