// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct ListExport: Sendable {
  private let list: FinishedCalculation
  private let catalogue: CurrencyCatalogue

  public init(_ list: FinishedCalculation, catalogue: CurrencyCatalogue) {
    self.list = list
    self.catalogue = catalogue
  }

  /// Lines, total and results as CSV (RFC 4180). Numbers are exact, with a decimal point.
  public var csv: String {
    let head = [
      "kind", "text", "amount", "currency", "in_\(list.result)", "rate", "rate_day", "provider", "day", "note",
    ]
    let rows = zip(list.calculation.lines, list.evaluation.lines).map(row)
    return ([head] + rows + [totalRow] + list.results.map(row)).map(CSV.row).joined()
  }

  public func text(_ format: NumberFormat) -> String {
    let lines = zip(list.calculation.lines, list.evaluation.lines).enumerated()
    var rows = lines.map { index, line in sign(of: line.0, isFirst: index == 0) + text(line.0, line.1, format) }
    switch list.evaluation.total {
    case .money(let money): if rows.count > 1 { rows.append("= \(text(money, format))") }
    case .number(let number), .percent(let number): rows.append("= \(format.exactText(number, significant: 12))")
    case nil: break
    }
    for result in list.results {
      if case .value(let money, _) = result.outcome { rows.append("= \(text(money, format))") }
    }
    return rows.joined(separator: "\n") + "\n"
  }

  public func label(of line: CalculationLine, _ outcome: Evaluation.Line, isFirst: Bool) -> String {
    let day = (line.day?.description).map { " · \($0)" } ?? ""
    return sign(of: line, isFirst: isFirst) + named(line, outcome) + day
  }

  public func fileName(today: Day) -> String { "kurs-\(list.calculation.day ?? today)" }
}

extension ListExport {
  private func row(_ line: CalculationLine, _ outcome: Evaluation.Line) -> [String] {
    var row = ["line", CSV.safe(signed(line)), "", "", "", "", "", ""]
    if case .success(let amounts) = outcome.outcome {
      row[2] = amounts.own.amount.exactText()
      row[3] = amounts.own.money?.currency.code ?? ""
      row[4] = amounts.inResult.exactText()
      row.replaceSubrange(5...7, with: rate(amounts.rate))
    }
    return row + [(line.day ?? list.calculation.day)?.description ?? "", CSV.safe(line.note)]
  }

  private var totalRow: [String] {
    let amount = list.evaluation.total?.amount.exactText() ?? ""
    let currency = list.evaluation.total?.money?.currency.code ?? ""
    return ["total", "", amount, currency, amount, "", "", "", list.calculation.day?.description ?? "", ""]
  }

  private func row(_ result: CalculatorResult) -> [String] {
    guard case .value(let money, let rate) = result.outcome else {
      return ["result", "", "", result.currency.code, "", "", "", "", "", ""]
    }
    let day = list.calculation.day?.description ?? ""
    return ["result", "", money.amount.exactText(), money.currency.code, ""] + self.rate(rate) + [day, ""]
  }

  private func rate(_ rate: ConversionPath?) -> [String] {
    guard let rate else { return ["", "", ""] }
    return [rate.value.exactText(), rate.observed?.description ?? "", rate.wholeSource]
  }

  private func signed(_ line: CalculationLine) -> String { (line.sign == .minus ? "-" : "") + line.text }

  private func sign(of line: CalculationLine, isFirst: Bool) -> String {
    line.sign == .minus ? "- " : isFirst ? "" : "+ "
  }

  private func text(_ line: CalculationLine, _ outcome: Evaluation.Line, _ format: NumberFormat) -> String {
    var text = named(line, outcome)
    if case .success(let amounts) = outcome.outcome {
      if amounts.own.money != nil { text += " = \(self.text(Money(amounts.inResult, list.result), format))" }
    }
    for part in [line.day?.description ?? "", line.note] where !part.isEmpty { text += " · \(part)" }
    return text
  }

  private func named(_ line: CalculationLine, _ outcome: Evaluation.Line) -> String {
    // A calculated amount is exported as a number, so its currency is added.
    let isNamed = line.exact == nil && !line.currenciesNamed.isEmpty
    guard let currency = line.currency, !isNamed, outcome.isMoney else { return line.text }
    return "\(line.text) \(currency)"
  }

  private func text(_ money: Money, _ format: NumberFormat) -> String {
    format.text(money, minorUnit: catalogue.minorUnit(of: money.currency))
  }
}

extension Evaluation.Line {
  /// Whether the line's value is an amount, not a percentage of the lines above.
  fileprivate var isMoney: Bool { (try? outcome.get())?.own.money != nil }
}
