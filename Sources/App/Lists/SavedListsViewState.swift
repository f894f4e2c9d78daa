// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

struct SavedListsViewState: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    enum Subject: Hashable, Sendable {
      case history(HistoryEntry.ID)
      case saved(UserObject.ID)
    }

    var subject: Subject
    var title: String
    var detail: String
    var then: [Amount]
    var thenNote: String
    /// The result with today's rates. Empty if it isn't known or wasn't requested.
    var today: [Amount] = []
    var todayNote = ""
    var record: CalculationRecord
    var comparison: CalculationComparison?

    var spoken: String {
      ([title] + then.map(\.spoken) + [thenNote] + today.map(\.spoken) + [todayNote, detail])
        .filter { !$0.isEmpty }.joined(separator: tr(", "))
    }
  }

  struct Amount: Equatable, Sendable {
    var text: String
    var code = ""
    var brief = ""
    /// The padding that aligns the decimal separators of all amounts in the window.
    var tail = ""

    var spoken: String { code.isEmpty ? text : tr("{amount} {code}", ["amount": text, "code": code]) }
  }

  struct Nothing: Equatable, Sendable {
    var icon: String
    var title: String
    var sentence: String
  }

  var page: SavedListsState.Page
  var rows: [Row] = []
  var nothing: Nothing?
  var canClear = false
  var removed: String?
  var failure: String?
}

extension SavedListsViewState {
  init(_ state: SavedListsState, _ words: Words) {
    page = state.page
    switch state.page {
    case .history: rows = state.history.map { Row($0, words) }
    case .saved: rows = state.saved.map { Row($0, state.comparisons[$0.id], words) }
    }
    align(words)
    canClear = state.page == .history && !state.history.isEmpty
    if rows.isEmpty { nothing = Nothing(state) }
    switch state.removed {
    case .history(let removed):
      self.removed = trn("{n} calculation removed", "{n} calculations removed", removed.count)
    case .saved(let calculation): removed = tr("“{title}” deleted", ["title": calculation.title])
    case nil: break
    }
    if state.failure != nil { failure = tr("Can't read or save calculations. Check the disk.") }
  }

  private mutating func align(_ words: Words) {
    let texts = rows.flatMap { ($0.then + $0.today).map(\.text) }
    var tails = DecimalColumn.tails(of: texts, words)[...]
    for row in rows.indices {
      for place in rows[row].then.indices { rows[row].then[place].tail = tails.removeFirst() }
      for place in rows[row].today.indices { rows[row].today[place].tail = tails.removeFirst() }
    }
  }
}

extension SavedListsViewState.Nothing {
  init(_ state: SavedListsState) {
    if !state.search.isEmpty {
      icon = "edit-find-symbolic"
      title = tr("Nothing Found")
      sentence = tr("Try an amount, a currency, a title or a note.")
    } else if state.page == .history {
      icon = "document-open-recent-symbolic"
      title = tr("No History Yet")
      sentence = tr("Finished calculations appear here.")
    } else {
      icon = "starred-symbolic"
      title = tr("No Lists Yet")
      sentence = tr("Give a list a name to save it with its rates.")
    }
  }
}

extension SavedListsViewState.Row {
  init(_ entry: HistoryEntry, _ words: Words) {
    self.init(
      subject: .history(entry.id), title: words.shownAmount(entry.record.oneLine),
      detail: words.date(entry.record.savedAt),
      then: words.results(of: entry.record), thenNote: "", record: entry.record)
  }

  init(_ calculation: SavedCalculation, _ comparison: CalculationComparison?, _ words: Words) {
    let record = calculation.record
    self.init(
      subject: .saved(calculation.id), title: calculation.title, detail: words.shownAmount(record.oneLine),
      then: words.total(of: record), thenNote: words.date(record.savedAt), record: record)
    guard let comparison, comparison.totals.contains(where: { $0.today != nil }) else { return }
    self.comparison = comparison
    then = words.amounts(comparison.totals) { $0.then }
    today = words.amounts(comparison.totals) { $0.today }
    todayNote =
      comparison.totals.first?.change.map { tr("{change} since then", ["change": words.change($0)]) } ?? tr("Today")
  }
}

extension CalculationRecord {
  fileprivate var oneLine: String {
    let rows = text.split(separator: "\n").prefix(lines.count { !$0.isEmpty }).map { row in
      row.hasPrefix("-") ? "− \(row.dropFirst())" : "+ \(row)"
    }
    let row = rows.joined(separator: " ")
    return row.hasPrefix("+ ") ? String(row.dropFirst(2)) : row
  }
}

extension Words {
  private static let mostResults = 3

  fileprivate func results(of record: CalculationRecord) -> [SavedListsViewState.Amount] {
    let converted = record.conversions.prefix(Self.mostResults).map(amount)
    return converted.isEmpty ? total(of: record) : converted
  }

  fileprivate func total(of record: CalculationRecord) -> [SavedListsViewState.Amount] {
    switch record.total {
    case .money(let money): [amount(money)]
    case .number(let number): [.init(text: numbers.text(number, 2))]
    case .percent(let share): [.init(text: percent(share * Rational(100), 2))]
    case nil: [.init(text: "–")]
    }
  }

  fileprivate func amounts(
    _ totals: [CalculationComparison.Amounts], _ side: (CalculationComparison.Amounts) -> Rational?
  ) -> [SavedListsViewState.Amount] {
    totals.map { total in side(total).map { amount(Money($0, total.currency)) } ?? .init(text: "–") }
  }

  private func amount(_ money: Money) -> SavedListsViewState.Amount {
    let text = text(money)
    return .init(text: text, code: money.currency.code, brief: brief(money, writtenAs: text))
  }
}
