// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// Makes the state anew from the list and the rates; asks for what is missing.
  mutating func refresh() -> [Action] {
    shown = reader.split(sheet)
    state.ownRates = shown.ownRates
    if book.own != shown.ownRates { book.own = shown.ownRates }
    book.rule = shown.rule
    rates = book.source(with: ratesNeeded())
    let evaluation = shown.calculation.evaluate(rates: rates, result: shown.totalCurrency)
    showList()
    showLines(evaluation)
    showField()
    showTotal(evaluation)
    showResults(evaluation)
    (state.day, state.rule) = (shown.day, shown.rule)
    state.fee = shown.fee
    state.roundsCash = shown.roundsCash
    state.canUndo = stack.canUndo
    state.canRedo = stack.canRedo
    state.pasted = pasted.map { preview(of: $0) }
    if let leading = book[shown.day]?.leading {
      (state.rates.provider, state.rates.newest) = (leading.provider, leading.newest)
    } else if shown.day != nil, !book.isPending(shown.day) {
      // The day that was shown before is not this one's.
      state.rates.newest = nil
    }
    // A rate missing on another day or by another rule is no error here.
    if let failure = state.rates.failure, book.isOfAnother(failure, than: shown.day) { state.rates.failure = nil }
    return book.ask(for: shown.days).map { .loadRates($0, by: book.rule) } + missingTrends()
  }

  private mutating func showLines(_ evaluation: Evaluation) {
    // They are read into values of their own, so that not all of the machine is copied for each line.
    let (book, day) = (book, shown.day)
    state.lines = zip(shown.lines, evaluation.lines).map { line, outcome in
      LineState(
        id: line.id, sign: line.sign, text: line.text, currency: line.picked, day: line.day, note: line.note,
        otherCurrencies: line.otherCurrencies,
        outcome: LineState.Outcome(outcome, isEmpty: line.isEmpty, isPending: book.isPending(line.day ?? day)),
        ownWithin: outcome.ownWithin)
    }
  }

  /// The text of the amount field, which edits the active line.
  private mutating func showField() {
    let line = sheet.activeLine
    let added = shown.lines.count - sheet.lines.count
    state.active = line.isUnsplit ? sheet.active : shown.active
    state.unsplit = line.isUnsplit && line.reading.isList ? sheet.active..<(sheet.active + added + 1) : nil
    state.typed = line.text
    if let finished, finished.line != line.id || finished.field != line.text { self.finished = nil }
    state.notes = line.exact == nil ? line.reading.notes : []
    state.alternatives = line.exact == nil ? line.reading.alternatives : []
    let active = state.lines[state.active]
    state.source = active.currency
    state.amount = state.unsplit == nil ? active.unsignedAmount : nil
    state.problem = problem(of: line, active.outcome)
  }

  private func problem(of line: SheetLine, _ outcome: LineState.Outcome) -> AmountProblem? {
    if line.isEmpty { return .empty }
    var fault = line.faults.first
    if fault == nil, line.exact == nil, case .failed(let error) = outcome, state.unsplit == nil {
      fault = error.moved(by: line.reading.line.offset ?? 0)
    }
    guard let fault else { return nil }
    switch fault.reason {
    case .rate: return nil
    case .textTooLong(let limit): return .tooLong(limit: limit)
    default:
      let before = line.text.utf8.prefix(fault.range.lowerBound)
      return .unreadable(position: String(Substring(before)).count, fault.reason)
    }
  }
}

extension LineState {
  /// The value of what was typed, without the line's sign.
  fileprivate var unsignedAmount: Rational? {
    switch outcome {
    case .value(.money(let money), _, _): sign == .minus ? -money.amount : money.amount
    case .value(.number(let number), _, _): sign == .minus ? -number : number
    case .value(.percent, _, _), .failed, .empty, .waiting: nil
    }
  }
}

extension LineState.Outcome {
  /// `isPending`: whether the rates of the line's day may still come.
  init(_ line: Evaluation.Line, isEmpty: Bool, isPending: Bool) {
    switch line.outcome {
    case _ where isEmpty:
      self = .empty
    case .success(let amounts):
      self = .value(own: amounts.own, inTotal: amounts.inResult, rate: amounts.rate)
    case .failure(let error):
      if isPending, case .rate(.noRates) = error.reason { self = .waiting } else { self = .failed(error) }
    }
  }

  var isValue: Bool { if case .value = self { true } else { false } }
}
