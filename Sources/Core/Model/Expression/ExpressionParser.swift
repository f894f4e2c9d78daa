// SPDX-License-Identifier: GPL-3.0-or-later

/// Parses the tokens of one amount by operator precedence (Dijkstra's shunting yard), without recursion.
struct ExpressionParser {
  private enum Pending {
    case open
    case prefix(Int)
    case currency(CurrencyMention)
    case infix(Int)
  }

  private let origin: Int
  private var steps: [AmountExpression.Step] = []
  private var pending: [(Pending, Range<Int>)] = []
  private var wantsOperand = true
  private var weight: (units: Rational, range: Range<Int>)?
  private(set) var notes: [ReadingNote] = []

  init(origin: Int) {
    self.origin = origin
  }

  mutating func parse(_ tokens: ArraySlice<Token>) throws(CalculationError) -> AmountExpression {
    for (index, token) in zip(tokens.indices, tokens) {
      if wantsOperand {
        try operand(token)
      } else if token.kind == .on {
        throw misplacedDay(tokens[index...])
      } else {
        try afterOperand(token)
      }
    }
    if wantsOperand {
      let end = tokens.last?.range.upperBound ?? origin
      throw CalculationError(.missingOperand, at: end..<end)
    }
    while let (top, range) = pending.popLast() {
      if case .open = top { throw CalculationError(.unclosedBracket, at: range) }
      emit(top, range)
    }
    return AmountExpression(steps: steps)
  }

  private func misplacedDay(_ tokens: ArraySlice<Token>) -> CalculationError {
    let rest = tokens.dropFirst()
    guard let day = rest.first else {
      let end = tokens.last?.range.upperBound ?? origin
      return CalculationError(.invalidDate, at: end..<end)
    }
    if case .invalid(let reason) = day.kind { return CalculationError(reason, at: day.range) }
    return CalculationError(.missingOperator, at: (rest.dropFirst().first ?? day).range)
  }

  private mutating func operand(_ token: Token) throws(CalculationError) {
    switch token.kind {
    case .number(let reading):
      note(reading, token.range)
      append(.number(reading.value), token.range)
      wantsOperand = false
    case .open:
      pending.append((.open, token.range))
    case .currency(let mention):
      if case .currency = pending.last?.0 { throw CalculationError(.secondCurrency, at: token.range) }
      pending.append((.currency(mention), token.range))
    case .sign(let sign):
      guard let index = sign.prefix, !endsWithPrefix else {
        throw CalculationError(.missingOperand, at: token.range)
      }
      pending.append((.prefix(index), token.range))
    case .invalid(let reason):
      throw CalculationError(reason, at: token.range)
    case .day: throw CalculationError(.dateForAmount, at: token.range)
    case .close, .comma, .colon, .into, .on, .at, .weight:
      throw CalculationError(.missingOperand, at: token.range)
    }
  }

  private mutating func afterOperand(_ token: Token) throws(CalculationError) {
    switch token.kind {
    case .currency(let mention):
      try suffix(mention, token.range)
    case .weight(let units):
      weight = (units, token.range)
    case .sign(let sign):
      if let index = sign.postfix {
        append(.postfix(index), token.range)
      } else if let index = sign.infix {
        unwind(downTo: OperationList.infix[index].precedence)
        pending.append((.infix(index), token.range))
        wantsOperand = true
      } else {
        throw CalculationError(.missingOperator, at: token.range)
      }
    case .close:
      unwind(downTo: nil)
      guard pending.popLast() != nil else { throw CalculationError(.unopenedBracket, at: token.range) }
    case .invalid(let reason):
      throw CalculationError(reason, at: token.range)
    case .number, .open, .comma, .colon, .into, .on, .at, .day:
      throw CalculationError(.missingOperator, at: token.range)
    }
  }

  /// Reads a second currency. In "$100 CAD", CAD decides which dollar is meant. Any other second currency is an error.
  private mutating func suffix(_ mention: CurrencyMention, _ range: Range<Int>) throws(CalculationError) {
    if case .currency(let before) = pending.last?.0 {
      guard before.currency == mention.currency || before.candidates.contains(mention.currency) else {
        throw CalculationError(.secondCurrency, at: range)
      }
      pending.removeLast()
    }
    note(mention, range)
    append(mention.action, range)
    if let (units, range) = weight { append(.weight(units), range) }
    weight = nil
  }

  /// Outputs pending operators, newest first, back to an open bracket or an operator below `precedence` (if not nil).
  private mutating func unwind(downTo precedence: Precedence?) {
    while let (top, range) = pending.last {
      switch top {
      case .open: return
      case .infix(let index):
        if let precedence, OperationList.infix[index].precedence < precedence { return }
      case .prefix, .currency: break
      }
      emit(top, range)
      pending.removeLast()
    }
  }

  private mutating func emit(_ top: Pending, _ range: Range<Int>) {
    switch top {
    case .open: break
    case .prefix(let index): append(.prefix(index), range)
    case .infix(let index): append(.infix(index), range)
    case .currency(let mention):
      note(mention, range)
      append(mention.action, range)
    }
  }

  mutating func noteBrackets(at range: Range<Int>) { notes.append(ReadingNote(.bracketsAsMinus, at: range)) }

  private var endsWithPrefix: Bool { if case .prefix = pending.last?.0 { true } else { false } }

  private mutating func append(_ action: AmountExpression.Action, _ range: Range<Int>) {
    steps.append(.init(action: action, range: (range.lowerBound - origin)..<(range.upperBound - origin)))
  }

  private mutating func note(_ mention: CurrencyMention, _ range: Range<Int>) {
    if let note = mention.note(at: range) { notes.append(note) }
  }

  private mutating func note(_ reading: NumberReading, _ range: Range<Int>) {
    if let note = reading.note(at: range) { notes.append(note) }
  }
}
