// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

struct Receipt: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    var text: String
    var amount: String
    var detail: String
  }

  var title: String
  var subtitle: String
  var lines: [Row] = []
  var total: Row?
  var results: [Row] = []

  init(title: String, subtitle: String) { (self.title, self.subtitle) = (title, subtitle) }

  init(_ list: FinishedCalculation, title: String?, rates: RatesStatus, printed today: Day, _ words: Words) {
    self.title = title ?? tr("Calculation")
    let day = list.calculation.day
    subtitle =
      day == nil || day == today
      ? words.date(today)
      : tr("Rates of {date}, printed on {today}", ["date": words.date(day ?? today), "today": words.date(today)])
    if let rule = list.calculation.rule {
      subtitle += tr(" · ") + rule.title
      if let source = rule.preset?.source { subtitle += tr(" · ") + source }
    }
    let shown = ListExport(list)
    lines = zip(list.calculation.lines, list.evaluation.lines).enumerated().map { index, line in
      Self.row(line.0, line.1, text: shown.label(of: line.0, line.1, isFirst: index == 0), list, rates, words)
    }
    total = list.evaluation.total.map { total in
      Row(text: tr("Total"), amount: Self.text(total, words), detail: "")
    }
    results = list.targets.compactMap { target in
      guard let conversion = try? list.evaluation.conversions[target]?.get() else { return nil }
      return Row(
        text: words.name(of: target), amount: Self.text(.money(conversion.money), words),
        detail: Self.detail(conversion.path, rates, words))
    }
  }

  private static func row(
    _ line: CalculationLine, _ outcome: Evaluation.Line, text: String, _ list: FinishedCalculation,
    _ rates: RatesStatus, _ words: Words
  ) -> Row {
    guard case .success(let amounts) = outcome.outcome else { return Row(text: text, amount: "", detail: line.note) }
    let isMoney = amounts.own.money != nil
    let amount =
      isMoney ? "\(words.text(Money(amounts.inResult, list.result))) \(list.result)" : Self.text(amounts.own, words)
    let parts = [line.note, Self.detail(amounts.rate, rates, words)]
    return Row(text: text, amount: amount, detail: parts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func text(_ value: CalculationValue, _ words: Words) -> String {
    value.money.map { "\(words.text($0)) \($0.currency)" } ?? words.text(value)
  }

  /// Returns the rate, such as `1 EUR = 1.1172 USD · European Central Bank · 30 October 2026`. Empty without a rate.
  private static func detail(_ route: ConversionPath?, _ rates: RatesStatus, _ words: Words) -> String {
    guard let route, route.from != route.to else { return "" }
    return tr("{rate} · {source}", ["rate": words.line(of: route), "source": words.fullSource(of: route, rates)])
  }
}

extension Words {
  func fullSource(of route: ConversionPath, _ rates: RatesStatus) -> String {
    if let own = route.own {
      return own.note.isEmpty ? tr("custom rate") : tr("custom rate: {note}", ["note": own.note])
    }
    guard let observed = route.observed else { return tr("fixed by law") }
    let names = route.providers.map { rates.providers[$0]?.publisherName ?? publisher(of: $0) }
    return tr(
      "{provider} · {date}",
      ["provider": names.joined(separator: " + "), "date": period(of: route) ?? date(observed)])
  }
}
