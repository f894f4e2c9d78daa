// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// A saved calculation line by line, then and today, in the person's language; a pure value.
struct CompareViewState: Equatable, Sendable {
  /// A line of the calculation, or its total in one currency.
  struct Row: Equatable, Sendable {
    enum Trend: Equatable, Sendable { case up, down, level }

    var title: String
    var note = ""
    var then: String
    var today: String
    /// How much more or less it is today; empty where that is nothing or not known.
    var change = ""
    var trend = Trend.level
    /// Decimals that others in the column have and this one lacks.
    var thenTail = ""
    var todayTail = ""

    /// The row's name for a screen reader.
    var spoken: String {
      let sides = [tr("then {amount}", ["amount": then]), tr("today {amount}", ["amount": today])]
      return ([title, note] + sides + [change]).filter { !$0.isEmpty }.joined(separator: tr(", "))
    }
  }

  var title: String
  /// The day that "then" was.
  var then: String
  /// In the total's currency, which the heading names.
  var lines: [Row]
  var currency: String
  /// With their currencies.
  var totals: [Row]
}

extension CompareViewState {
  /// Nil for a calculation that was not compared.
  init?(_ row: KeptViewState.Row, _ words: Words) {
    guard let comparison = row.comparison else { return nil }
    title = row.title
    then = words.date(row.record.kept)
    currency = comparison.then.result.code
    lines = Self.aligned(comparison.lines.map { Row($0.line, $0.amounts, words) }, words)
    totals = Self.aligned(comparison.totals.map { Row($0, title: $0.currency.code, words) }, words)
  }

  /// With the decimal separators of each column below each other.
  private static func aligned(_ rows: [Row], _ words: Words) -> [Row] {
    var rows = rows
    let then = DecimalColumn.tails(of: rows.map(\.then), words)
    let today = DecimalColumn.tails(of: rows.map(\.today), words)
    for index in rows.indices { (rows[index].thenTail, rows[index].todayTail) = (then[index], today[index]) }
    return rows
  }
}

extension CompareViewState.Row {
  init(_ line: CalculationLine, _ amounts: CalculationComparison.Amounts, _ words: Words) {
    let text = line.currency.map { line.currenciesNamed.isEmpty ? "\(line.text) \($0.code)" : line.text } ?? line.text
    self.init(amounts, title: (line.sign == .minus ? "− " : "+ ") + text, words)
    note = line.note
  }

  init(_ amounts: CalculationComparison.Amounts, title: String, _ words: Words) {
    let written = { (side: Rational?) in side.map { words.text(Money($0, amounts.currency)) } ?? "–" }
    self.init(title: title, then: written(amounts.then), today: written(amounts.today))
    guard let share = amounts.change?.rounded(places: 4), share.signum != 0 else { return }
    trend = share.signum > 0 ? .up : .down
    change = "\u{200E}\(share.signum > 0 ? "▲" : "▼") \(words.percent(share.magnitude, places: 2))"
  }
}
