// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel

@MainActor
final class CompareWindow {
  @Child("window") var window: Window
  private let thenColumn = SizeGroup()
  private let todayColumn = SizeGroup()

  init(_ state: CompareViewState) throws(BuilderError) {
    let builder = try Builder(ui: "compare")
    try builder.bind(self)
    window.setTitle(state.title)
    let lines: BoxContainer = try builder.object("lines_heading")
    lines.append(try heading(tr("Lines in {code}", ["code": state.currency]), state))
    let totals: BoxContainer = try builder.object("totals_heading")
    totals.append(try heading(tr("Total"), state))
    try fill(builder.object("lines"), state.lines)
    try fill(builder.object("totals"), state.totals)
    window.onEscape { [weak self] in self?.window.close() }
  }

  func present(above parent: Window) { window.present(above: parent) }

  private func heading(_ title: String, _ state: CompareViewState) throws(BuilderError) -> Widget {
    let row = try CompareRow()
    row.render(heading: .init(title: title, then: state.then, today: tr("Today")))
    return addToColumns(row).body
  }

  private func fill(_ list: ListBox, _ states: [CompareViewState.Row]) throws(BuilderError) {
    for state in states {
      let row = try CompareRow()
      row.render(state)
      list.insert(addToColumns(row).body)
    }
  }

  private func addToColumns(_ row: CompareRow) -> CompareRow {
    thenColumn.add(row.then)
    todayColumn.add(row.today)
    return row
  }
}

@MainActor
final class CompareRow {
  @Child("row") var body: Widget
  @Child("then") var then: Label
  @Child("today") var today: BoxContainer
  @Child("title") private var title: Label
  @Child("note") private var note: Label
  @Child("now") private var now: Label
  @Child("change") private var change: Label

  init() throws(BuilderError) {
    try Builder(ui: "compare-row").bind(self)
  }

  func render(_ state: CompareViewState.Row) {
    // The left-to-right mark keeps the parts of a sum in order in right-to-left languages.
    title.text = "\u{200E}" + ReadingOrder.held(state.title)
    note.text = state.note
    note.isVisible = !state.note.isEmpty
    then.text = state.then
    then.setTrailingSpace(like: state.thenTail)
    now.text = state.today
    now.setTrailingSpace(like: state.todayTail)
    change.text = state.change
    change.isVisible = !state.change.isEmpty
    change.style("up", state.trend == .up)
    change.style("down", state.trend == .down)
    body.setAccessibleLabel(state.spoken)
  }

  func render(heading state: CompareViewState.Row) {
    title.text = state.title
    then.text = state.then
    now.text = state.today
    (note.isVisible, change.isVisible) = (false, false)
    body.style("heading-row", true)
  }
}

struct CompareViewState: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    enum Trend: Equatable, Sendable { case up, down, level }

    var title: String
    var note = ""
    var then: String
    var today: String
    /// The difference between the old result and today's. Empty if it is zero or unknown.
    var change = ""
    var trend = Trend.level
    var thenTail = ""
    var todayTail = ""

    var spoken: String {
      let sides = [tr("then {amount}", ["amount": then]), tr("today {amount}", ["amount": today])]
      return ([title, note] + sides + [change]).filter { !$0.isEmpty }.joined(separator: tr(", "))
    }
  }

  var title: String
  var then: String
  var lines: [Row]
  var currency: String
  var totals: [Row]
}

extension CompareViewState {
  init?(_ row: SavedListsViewState.Row, _ words: Words) {
    guard let comparison = row.comparison else { return nil }
    title = row.title
    then = words.date(row.record.savedAt)
    currency = comparison.then.result.code
    lines = Self.aligned(comparison.lines.map { Row($0.line, $0.amounts, words) }, words)
    totals = Self.aligned(comparison.totals.map { Row($0, title: $0.currency.code, words) }, words)
  }

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
