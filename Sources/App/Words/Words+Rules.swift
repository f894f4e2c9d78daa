// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension NamedRule {
  /// `Polish VAT`, `The Last Day Before`.
  var title: String {
    switch preset?.name {
    case "pl-vat": tr("Polish VAT")
    case "pl-vat-invoice": tr("Polish VAT, Invoice First")
    case "pl-income-tax": tr("Polish Income Tax")
    case "eu-vat": tr("EU VAT")
    case "eu-oss": tr("EU One-Stop Shop")
    case "eu-ioss": tr("EU Import One-Stop Shop")
    case "eu-customs": tr("EU Customs")
    case "de-vat": tr("German VAT")
    case "ch-vat": tr("Swiss VAT")
    case let other?: other
    case nil: rule.title
    }
  }
}

extension DayRule {
  fileprivate var title: String {
    switch self {
    case .on: tr("The Day, or the Last Before")
    case .before: tr("The Last Day Before")
    case .after: tr("The First Day After")
    case .onOrAfter: tr("The Day, or the First After")
    case .monthAverage: tr("The Month’s Average")
    case .monthEnd: tr("The Month’s Last Day")
    case .customsMonth: tr("The Customs Rate of the Month")
    case .monthClose: tr("The Month’s Last Day, or the First After")
    case .quarterClose: tr("The Quarter’s Last Day, or the First After")
    }
  }
}

extension Words {
  /// The effect of the rule on its day, and the law behind it; a sentence each.
  func lines(of applied: NamedRule.Applied) -> [String] {
    let date = ["date": date(applied.day)]
    let sentence =
      switch applied.rule.rule {
      case .on: tr("The rates of {date} count, or the last ones before.", date)
      case .before: tr("The last rates before {date} count.", date)
      case .after: tr("The first rates after {date} count.", date)
      case .onOrAfter: tr("The rates of {date} count, or the first ones after.", date)
      case .monthAverage: tr("The average of the month of {date} counts.", date)
      case .monthEnd: tr("The last rates in the month of {date} count.", date)
      case .customsMonth:
        tr("The rates of the second-last Wednesday in the month before {date} count, or the last ones before.", date)
      case .monthClose: tr("The rates of the last day in the month of {date} count, or the first ones after.", date)
      case .quarterClose: tr("The rates of the last day in the quarter of {date} count, or the first ones after.", date)
      }
    guard let preset = applied.rule.preset else { return [sentence] }
    // Translators: a rule's name and its law, as in "EU VAT: Directive 2006/112/EC, article 91(2)".
    return [sentence, tr("{name}: {source}", ["name": applied.rule.title, "source": preset.source])]
  }

  /// The days of a route's rates: one day, or those that were averaged; nil where it rests on none.
  func period(of route: Route) -> String? { route.means.first.map(line) ?? route.observed.map { date($0) } }

  func line(of mean: Mean) -> String {
    guard mean.missing == 0 else {
      return tr(
        "average of {n} of {all} days, {first} to {last}",
        [
          "n": String(mean.count), "all": String(mean.count + mean.missing), "first": date(mean.days.lowerBound),
          "last": date(mean.days.upperBound),
        ])
    }
    return trn(
      "average of {n} day, {first} to {last}", "average of {n} days, {first} to {last}", mean.count,
      ["first": date(mean.days.lowerBound), "last": date(mean.days.upperBound)])
  }
}
