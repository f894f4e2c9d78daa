// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a row such as `Hotel: 2 × 80 EUR + $20 - 10% in CHF on 2026-10-30` into lines.
struct RowReader: Sendable {
  var lexer: Lexer
  let operations: OperationList

  /// `isOnly`: whether a day at its end applies to the whole list.
  func read(_ source: SourceText, row: Range<Int>, isOnly: Bool, into reading: inout Reading) {
    var tokens = lexer.tokens(source, in: row)[...]
    for token in tokens {
      if case .day(let day) = token.kind, Day(isoBytes: source.bytes[token.range]) == nil {
        reading.notes.append(ReadingNote(.dayRead(day), at: token.range))
      }
    }
    let note = takeLabel(&tokens, source)
    if tokens.first?.kind == .into, tokens.count > 1, !tokens[tokens.startIndex + 1].isCurrency {
      // "=2*3", as in spreadsheets.
      tokens = tokens.dropFirst()
    }
    let suffix = takeSuffix(&tokens, source, into: &reading)
    var terms = Terms(tokens, operations: operations)
    if terms.isOnlyDay {
      reading.day = suffix ?? terms.takeLastDay()
      return
    }
    let rowDay = suffix ?? (terms.count > 1 || isOnly ? terms.takeLastDay() : nil)
    if isOnly || terms.count == 0 { reading.day = rowDay ?? reading.day }
    if terms.hasPercentAfterSeveral, !reading.lines.isEmpty { terms.joinAll() }
    var lines: [CalculationLine] = []
    for term in terms.list.prefix(CalculationReader.mostLines + 1) {
      var line = self.line(source, term, id: reading.takeID(), into: &reading)
      line.day = line.day ?? (isOnly ? nil : rowDay)
      line.note = note
      lines.append(line)
    }
    assumeCurrency(&lines, into: &reading)
    reading.lines += lines
  }

  func line(
    _ source: SourceText, id: CalculationLine.ID, sign: LineSign, currency: Currency?, day: Day?, note: String
  ) -> CalculationLine {
    let range = source.trimmed(0..<source.count)
    let tokens = lexer.tokens(source, in: range)
    var line = TermReader(operations: operations).line(
      source, tokens[...], id: id, sign: sign, emptyAt: nil, notes: nil)
    line.currency = line.currency ?? currency
    line.day = day
    line.note = note
    return line
  }

  private func line(
    _ source: SourceText, _ term: Term, id: CalculationLine.ID, into reading: inout Reading
  ) -> CalculationLine {
    var notes: [ReadingNote] = []
    var line = TermReader(operations: operations)
      .line(source, term.tokens, id: id, sign: term.sign, emptyAt: term.start, notes: { notes += $0 })
    line.day = term.day
    reading.notes += notes
    return line
  }

  /// Words before a colon are the line's note. Between numbers, a colon may mean "divided by".
  private func takeLabel(_ tokens: inout ArraySlice<Token>, _ source: SourceText) -> String {
    guard let colon = tokens.firstIndex(where: { $0.kind == .colon }), let first = tokens.first,
      tokens[..<colon].contains(where: \.isInvalid)
    else { return "" }
    defer { tokens = tokens[(colon + 1)...] }
    return source.string(source.trimmed(first.range.lowerBound..<tokens[colon].range.lowerBound))
  }

  /// Cuts off "in CHF, USD on 2026-10-30" and returns its day, if any.
  private func takeSuffix(
    _ tokens: inout ArraySlice<Token>, _ source: SourceText, into reading: inout Reading
  ) -> Day? {
    guard let start = tokens.firstIndex(where: { $0.kind == .into }) else { return nil }
    let into = tokens[start]
    let suffix = tokens[(start + 1)...]
    tokens = tokens[..<start]
    var (day, wantsTarget, awaitsRate) = (Day?.none, true, false)
    for token in suffix where !lexer.joins(token, source) {
      switch token.kind {
      case .at where !wantsTarget: awaitsRate = true
      case .number(let number) where awaitsRate:
        awaitsRate = false
        guard let target = reading.targets.last, number.value.signum > 0 else {
          reading.problems.append(CalculationError(.unclearRate, at: token.range))
          continue
        }
        reading.rates.append((target, number.value, token.range))
      case .currency(let mention):
        if !reading.targets.contains(mention.currency) { reading.targets.append(mention.currency) }
        if let note = mention.note(at: token.range) { reading.notes.append(note) }
        wantsTarget = false
      case .day(let read): day = read
      case .on: break
      case .invalid(let reason): reading.problems.append(CalculationError(reason, at: token.range))
      default: reading.problems.append(CalculationError(.unexpectedTarget, at: token.range))
      }
    }
    if awaitsRate { reading.problems.append(CalculationError(.unclearRate, at: into.range)) }
    // "2 + 3 =" is typed on calculators. "in" without a currency is incomplete.
    if wantsTarget, !suffix.contains(where: \.isInvalid),
      source.string(into.range) != "="
    {
      reading.problems.append(CalculationError(.missingTarget, at: into.range))
    }
    return day
  }

  /// `20 + 30 EUR`: a number gets the only currency of its row, with a note.
  private func assumeCurrency(_ lines: inout [CalculationLine], into reading: inout Reading) {
    let named = Set(lines.compactMap(\.currency))
    guard lines.count > 1, named.count == 1, let currency = named.first else { return }
    for index in lines.indices where lines[index].currency == nil && isNumber(lines[index]) {
      lines[index].currency = currency
      let start = lines[index].offset ?? 0
      reading.notes.append(
        ReadingNote(.currencyAssumed(currency), at: start..<(start + lines[index].text.utf8.count)))
    }
  }

  private func isNumber(_ line: CalculationLine) -> Bool {
    guard case .success(let expression) = line.content else { return false }
    if case .number = expression.valueWithoutRates { return expression.currencies.isEmpty }
    return false
  }
}
