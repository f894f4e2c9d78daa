// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct ListExport: Sendable {
  private let list: FinishedCalculation

  public init(_ list: FinishedCalculation) {
    self.list = list
  }

  /// Returns lines, total and results as CSV (RFC 4180). Numbers are exact.
  public func csv(_ form: CSVForm = .point) -> String {
    let head = [
      "kind", "text", "amount", "currency", "in_\(list.result)", "rate", "rate_day", "provider", "day", "note",
    ]
    let rows = zip(list.calculation.lines, list.evaluation.lines).map { row($0, $1, form) }
    return ([head] + rows + [totalRow(form)] + list.targets.map { row($0, form) }).map { CSV.row($0, form) }.joined()
  }

  /// The headings of a copied list. `total` labels the rows of the total and the results.
  public struct Headings: Sendable {
    let note: String
    let amount: String
    let currency: String
    let day: String
    let total: String

    public init(note: String, amount: String, currency: String, day: String, total: String) {
      (self.note, self.amount, self.currency, self.day, self.total) = (note, amount, currency, day, total)
    }
  }

  public func table(_ headings: Headings) -> CopiedTable {
    let lines = Array(zip(list.calculation.lines, list.evaluation.lines))
    let hasDays = lines.contains { $0.0.day != nil }
    let isConverted = lines.contains { line in
      guard let own = (try? line.1.outcome.get())?.own.money else { return false }
      return own.currency != list.result
    }
    let columns = 3 + (hasDays ? 1 : 0) + (isConverted ? 1 : 0)
    let head =
      [headings.note, headings.amount, headings.currency] + (hasDays ? [headings.day] : [])
      + (isConverted ? ["\(headings.total) \(list.result)"] : [])
    var rows = [head.map { CopiedTable.Cell.text($0) }]
    for (line, outcome) in lines {
      let amounts = try? outcome.outcome.get()
      let words = [line.note, isCalculated(line, outcome) ? line.text : ""].filter { !$0.isEmpty }
      var row: [CopiedTable.Cell] = [.text(words.joined(separator: " · "))]
      row += amounts.map(amount) ?? [.text(line.text), .empty]
      if hasDays { row.append(line.day.map { .day($0) } ?? .empty) }
      if isConverted { row.append(amounts.map { .number($0.inResult) } ?? .empty) }
      rows.append(row)
    }
    var totals: [(Rational, Currency?)] = []
    if let total = list.evaluation.total, lines.count > 1 { totals.append((total.amount, total.money?.currency)) }
    for target in list.targets {
      if let money = (try? list.evaluation.conversions[target]?.get())?.money { totals.append((money.amount, target)) }
    }
    for (amount, currency) in totals {
      let code = currency.map { CopiedTable.Cell.text($0.code) } ?? .empty
      let row: [CopiedTable.Cell] = [.text(headings.total), .number(amount), code]
      rows.append(row + [CopiedTable.Cell](repeating: .empty, count: columns - row.count))
    }
    return CopiedTable(rows)
  }

  public func label(of line: CalculationLine, _ outcome: Evaluation.Line, isFirst: Bool) -> String {
    let day = (line.day?.description).map { " · \($0)" } ?? ""
    return sign(of: line, isFirst: isFirst) + named(line, outcome) + day
  }

  public func fileName(today: Day) -> String { "kurs-\(list.calculation.day ?? today)" }

  private func row(_ line: CalculationLine, _ outcome: Evaluation.Line, _ form: CSVForm) -> [String] {
    var row = ["line", CSV.safe(signed(line)), "", "", "", "", "", ""]
    if case .success(let amounts) = outcome.outcome {
      row[2] = form.number(amounts.own.amount)
      row[3] = amounts.own.money?.currency.code ?? ""
      row[4] = form.number(amounts.inResult)
      row.replaceSubrange(5...7, with: rate(amounts.rate, form))
    }
    return row + [outcome.day?.description ?? "", CSV.safe(line.note)]
  }

  private func totalRow(_ form: CSVForm) -> [String] {
    let amount = list.evaluation.total.map { form.number($0.amount) } ?? ""
    let currency = list.evaluation.total?.money?.currency.code ?? ""
    return ["total", "", amount, currency, amount, "", "", "", list.calculation.day?.description ?? "", ""]
  }

  private func row(_ target: Currency, _ form: CSVForm) -> [String] {
    guard let conversion = try? list.evaluation.conversions[target]?.get() else {
      return ["result", "", "", target.code, "", "", "", "", "", ""]
    }
    let day = list.calculation.day?.description ?? ""
    let amount = form.number(conversion.money.amount)
    return ["result", "", amount, target.code, ""] + rate(conversion.path, form) + [day, ""]
  }

  private func rate(_ rate: ConversionPath?, _ form: CSVForm) -> [String] {
    guard let rate else { return ["", "", ""] }
    return [form.number(rate.value), rate.observed?.description ?? "", rate.wholeSource]
  }

  private func signed(_ line: CalculationLine) -> String { (line.sign == .minus ? "-" : "") + line.text }

  private func sign(of line: CalculationLine, isFirst: Bool) -> String {
    line.sign == .minus ? "- " : isFirst ? "" : "+ "
  }

  private func amount(_ amounts: Evaluation.Amounts) -> [CopiedTable.Cell] {
    switch amounts.own {
    case .money(let money): [.number(money.amount), .text(money.currency.code)]
    case .percent: [.number(amounts.inResult), .text(list.result.code)]
    case .number(let number): [.number(number), .empty]
    }
  }

  /// Whether the line is not a plain amount, but a percentage or a calculation such as `5500 / 2`.
  private func isCalculated(_ line: CalculationLine, _ outcome: Evaluation.Line) -> Bool {
    guard line.exact == nil else { return false }
    return !outcome.isMoney || line.text.dropFirst().contains { "+-\u{2212}*/\u{00D7}\u{00F7}%^(".contains($0) }
  }

  private func named(_ line: CalculationLine, _ outcome: Evaluation.Line) -> String {
    // If the text doesn't name its currency, the currency's code is added.
    let isNamed = line.exact == nil && !line.currenciesNamed.isEmpty
    guard let currency = line.currency, !isNamed, outcome.isMoney else { return line.text }
    return "\(line.text) \(currency)"
  }
}

extension Evaluation.Line {
  fileprivate var isMoney: Bool { (try? outcome.get())?.own.money != nil }
}
