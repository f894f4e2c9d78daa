// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWords
import KursWorkflow

struct TableViewState: Equatable, Sendable {
  /// A choice in the form, for example the column of the amounts, or one currency for all of them.
  struct Question: Equatable, Sendable {
    enum Answer: Equatable, Sendable {
      case choice(ColumnChoice)
      case anotherCurrency
      case none
    }

    var labels: [String] = []
    var answers: [Answer] = []
    var selected = 0
  }

  struct Row: Equatable, Sendable {
    var title: String
    var detail: String
    var isFault = false
  }

  struct Offer: Equatable, Sendable {
    var label: String
    var intent: TableIntent
  }

  var title = ""
  var hasTable = false
  var questions: [TableColumn: Question] = [:]
  /// The encodings that the user can choose. Empty if the table has no encoding, for example if it was pasted.
  var encodings: [TableEncoding] = []
  var encoding = 0
  var rows: [Row] = []
  var remark = ""
  var isFault = false
  var offer: Offer?
  var isConvertible = false
  var isBusy = false
  var isLocked = false
  var permille: Int?
}

extension TableViewState {
  /// `inUse`: the currencies of the open list, which are offered first.
  init(_ state: TableState, inUse: [Currency], _ words: Words) {
    title = state.origin.map { $0.name ?? tr("Clipboard") } ?? tr("Convert a Table")
    isConvertible = state.isConvertible
    switch state.phase {
    case .nothing, .ready: break
    case .reading: isBusy = true
    case .asking(let permille): (isBusy, self.permille) = (true, permille)
    case .converting(let permille): (isBusy, isLocked, self.permille) = (true, true, permille)
    }
    if let preview = state.preview {
      hasTable = true
      let form = try? preview.form.get()
      for column in TableColumn.allCases {
        questions[column] = Question(column, preview, form, chosen: state.chosen[column], inUse, words)
      }
      if state.hasEncoding {
        let usual = TableEncoding.usual
        encodings = usual.contains(preview.encoding) ? usual : usual + [preview.encoding]
        encoding = encodings.firstIndex(of: preview.encoding) ?? 0
      }
      rows =
        form.map { form in preview.rows.map { Row($0, form, words) } }
        ?? preview.cells.map { Row(title: $0.joined(separator: tr(" · ")), detail: "") }
    }
    (remark, isFault) = Self.remark(of: state, words)
    offer = Offer(state)
  }

  private static func remark(of state: TableState, _ words: Words) -> (String, Bool) {
    if let problem = state.problem { return (sentence(for: problem, words), true) }
    guard let preview = state.preview else { return ("", false) }
    switch preview.form {
    case .failure(let fault): return (sentence(forWindow: fault), true)
    case .success(let form):
      guard let (outcome, target) = state.done else {
        let found = TableNotes(form, preview.encoding, preview.spreadsheet, hasOptions: false)
        let faults = state.expected.flatMap { sentence(for: $0, form, words) }.map { [$0] } ?? []
        let unread =
          preview.memoryFault == nil
          ? [] : [tr("Can't read your earlier choices for tables. Check the columns and the disk.")]
        return ((unread + faults + found.warnings + found.bank + found.notes).joined(separator: " "), false)
      }
      if let faults = sentence(for: outcome, form, words) { return (faults, true) }
      switch target {
      case .clipboard: return (trn("{n} row copied", "{n} rows copied", outcome.rows), false)
      case .file(let path):
        return (trn("{n} row saved as {path}", "{n} rows saved as {path}", outcome.rows, ["path": path]), false)
      }
    }
  }
}

/// Returns the number of rows without a value and the reason for the first one; nil if all rows have a value.
private func sentence(for outcome: TableOutcome, _ form: TableForm, _ words: Words) -> String? {
  outcome.first.map { row, fault in
    let reason = sentence(for: fault.reason, form, words)
    return sentence(for: outcome, row, column: fault.column.map(form.name), reason: reason)
  }
}

extension TableViewState.Offer {
  fileprivate init?(_ state: TableState) {
    let providers = state.wanted.days.keys.map { publisher(of: $0) }.sorted()
    if !providers.isEmpty {
      let names = providers.joined(separator: tr(", "))
      self.init(label: tr("Get Rates From {provider}", ["provider": names]), intent: .ratesPressed)
    } else if let provider = state.preview?.elsewhere {
      self.init(label: RateOffer(provider).action, intent: .providerPressed(provider))
    } else if state.problem == nil, case (_, .file(let path))? = state.done {
      self.init(label: tr("Open"), intent: .resultPressed(path: path))
    } else {
      return nil
    }
  }
}

extension TableViewState.Row {
  fileprivate init(_ row: TablePreview.Row, _ form: TableForm, _ words: Words) {
    switch row.value {
    case .success(let value):
      let (amount, minorUnit) = (value.amount.amount, words.catalogue.minorUnit(of: value.amount.currency))
      // Whole amounts have no decimals, as in 100 EUR. Other amounts have all of them, as in 240.50 EUR.
      let given = amount.terminatingPlaces.map { words.numbers.text(amount, $0 == 0 ? 0 : max($0, minorUnit)) }
      let sides = [
        "\(given ?? words.exactText(amount)) \(value.amount.currency)",
        "\(words.numbers.text(value.value.amount, value.places)) \(value.value.currency)",
      ]
      // The left-to-right mark keeps the parts of a sum in order in right-to-left languages.
      title = "\u{200E}" + sides.map { $0.replacing("-", with: "−") }.joined(separator: " = ")
      detail = value.day.map { words.date($0) } ?? tr("Latest Rates")
      if value.rule != nil || value.day != value.route.observed, let period = words.period(of: value.route) {
        detail += tr(" · ") + tr("rate date: {period}", ["period": period])
      }
    case .failure(let fault):
      let reason = sentence(for: fault.reason, form, words)
      let whole =
        fault.column.map { column in
          let parts = ["row": inOwnDigits(String(row.number)), "column": "\"\(form.name(column))\"", "reason": reason]
          return tr("Row {row}, column {column}: {reason}", parts)
        } ?? tr("Row {row}: {reason}", ["row": inOwnDigits(String(row.number)), "reason": reason])
      // Text without a letter needs a left-to-right mark, which keeps a minus sign before its number.
      let text = row.text.contains(where: \.isLetter) ? row.text : "\u{200E}" + row.text
      (title, detail) = row.text.isEmpty ? (whole, "") : (text, whole)
      isFault = true
    }
  }
}

extension TableViewState.Question {
  fileprivate init(
    _ column: TableColumn, _ preview: TablePreview, _ form: TableForm?, chosen: ColumnChoice?, _ inUse: [Currency],
    _ words: Words
  ) {
    var choices: [(String, ColumnChoice)] = []
    let columns = preview.titles.enumerated().map { place, title -> (String, ColumnChoice) in
      (title == "\(place + 1)" ? tr("Column {n}", ["n": title]) : title, .place(place))
    }
    let found = Self.choice(of: column, in: form) ?? chosen ?? (column == .rule ? .rule(.usual) : nil)
    var currencies = inUse
    if case .currency(let currency)? = found, !currencies.contains(currency) { currencies.append(currency) }
    let named = currencies.map { ("\($0.code) – \(words.name(of: $0))", ColumnChoice.currency($0)) }
    switch column {
    case .amount: choices = columns
    case .from: choices = [(tr("Next to the Amount"), .nowhere)] + columns + named
    case .day: choices = [(tr("Latest Rates"), .nowhere)] + columns
    case .rule:
      choices =
        NamedRule.all.map { ($0.title, .rule($0)) }
        + preview.titles.enumerated().map { place, title in
          (tr("Column {n}", ["n": title == "\(place + 1)" ? title : "\"\(title)\""]), .place(place))
        }
    case .to: choices = named + columns
    }
    labels = choices.map(\.0)
    answers = choices.map { .choice($0.1) }
    if column == .from || column == .to {
      labels.append(tr("Another Currency…"))
      answers.append(.anotherCurrency)
    }
    if let found, let place = answers.firstIndex(of: .choice(found)) {
      selected = place
    } else {
      labels.insert(tr("Choose"), at: 0)
      answers.insert(.none, at: 0)
    }
  }

  private static func choice(of column: TableColumn, in form: TableForm?) -> ColumnChoice? {
    guard let form else { return nil }
    if let place = form.column(column) { return .place(place) }
    switch column {
    case .amount: return nil
    case .day: return .nowhere
    case .rule: return .rule(form.rule ?? .usual)
    case .from: if case .fixed(let currency) = form.from { return .currency(currency) } else { return .nowhere }
    case .to: if case .fixed(let currency) = form.to { return .currency(currency) } else { return nil }
    }
  }
}
