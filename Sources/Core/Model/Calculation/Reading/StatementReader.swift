// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a row of a pasted table with cells between tabs: amount, currency, date, and the rest as a note.
struct StatementReader: Sendable {
  let lexer: Lexer
  let operations: OperationList

  private enum Cell {
    case text
    case day(Day)
    case currency(CurrencyMention)
    case amount(CalculationLine, [ReadingNote])
  }

  func read(_ source: SourceText, row: Range<Int>, into reading: inout Reading) {
    let ranges = source.bytes[row].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: true)
      .map { source.trimmed($0.startIndex..<$0.endIndex) }.filter { !$0.isEmpty }
    let cells = ranges.map { cell(source, $0) }
    guard let chosen = bestAmount(cells), case .amount(var line, let notes) = cells[chosen] else {
      reading.notes.append(ReadingNote(.rowSkipped, at: row))
      return
    }
    reading.notes += notes
    if line.currency == nil, let mention = currency(beside: chosen, cells) {
      line.currency = mention.currency
      if !mention.candidates.isEmpty, let place = place(of: mention, cells) {
        reading.notes.append(
          ReadingNote(.symbolRead(as: mention.currency, candidates: mention.candidates), at: ranges[place]))
      }
    }
    var words: [String] = []
    for (index, cell) in cells.enumerated() where index != chosen {
      switch cell {
      case .text: words.append(source.string(ranges[index]))
      case .day(let day): line.day = line.day ?? day
      case .currency: break
      case .amount: reading.notes.append(ReadingNote(.amountLeftOut, at: ranges[index]))
      }
    }
    line.note = words.joined(separator: " ")
    line.id = reading.takeID()
    reading.lines.append(line)
  }

  private func cell(_ source: SourceText, _ range: Range<Int>) -> Cell {
    if let day = lexer.words.day(source, range) { return .day(day) }
    let tokens = lexer.tokens(source, in: range)
    if tokens.count == 1, case .currency(let mention) = tokens.first?.kind { return .currency(mention) }
    guard let (line, notes) = try? amount(source, range) else { return .text }
    return .amount(line, notes)
  }

  /// The amount in a cell. Throws why there is none.
  func amount(
    _ source: SourceText, _ range: Range<Int>
  ) throws(CalculationError) -> (line: CalculationLine, notes: [ReadingNote]) {
    var tokens = lexer.tokens(source, in: range)[...]
    let (sign, isBracketed) = takeSign(&tokens)
    guard tokens.contains(where: { if case .number = $0.kind { true } else { false } }) else {
      if let token = tokens.first, case .invalid(let reason) = token.kind {
        throw CalculationError(reason, at: token.range)
      }
      throw CalculationError(.noAmount, at: range.lowerBound..<range.lowerBound)
    }
    var notes = isBracketed ? [ReadingNote(.bracketsAsMinus, at: range)] : []
    let line = TermReader(operations: operations)
      .line(source, tokens, id: .init(0), sign: sign, emptyAt: range.lowerBound, notes: { notes += $0 })
    _ = try line.content.get()
    return (line, notes)
  }

  /// The sign before or after it, as some banks print it, or brackets around a single number.
  private func takeSign(_ tokens: inout ArraySlice<Token>) -> (sign: LineSign, isBracketed: Bool) {
    if tokens.count == 3, tokens.first?.kind == .open, tokens.last?.kind == .close {
      tokens = tokens.dropFirst().dropLast()
      return (.minus, true)
    }
    if let sign = lineSign(tokens.first) {
      tokens = tokens.dropFirst()
      return (sign, false)
    }
    if tokens.count > 1, let sign = lineSign(tokens.last) {
      tokens = tokens.dropLast()
      return (sign, false)
    }
    return (.plus, false)
  }

  private func lineSign(_ token: Token?) -> LineSign? {
    guard case .sign(let use) = token?.kind else { return nil }
    return use.infix.flatMap { operations.infix[$0].lineSign }
  }

  /// Prefers an amount with a currency, then next to one, then not zero, then with decimals, then the first.
  private func bestAmount(_ cells: [Cell]) -> Int? {
    func rank(_ index: Int) -> Int? {
      guard case .amount(let line, _) = cells[index] else { return nil }
      let value = (try? line.content.get())?.valueWithoutRates?.amount ?? .zero
      return (line.currency != nil ? 8 : 0) + (isBesideCurrency(index, cells) ? 4 : 0)
        + (value.signum != 0 ? 2 : 0)
        + (line.text.contains { $0 == "." || $0 == "," || $0 == "\u{66B}" } ? 1 : 0)
    }
    var best: (index: Int, rank: Int)?
    for index in cells.indices {
      if let rank = rank(index), rank > best?.rank ?? -1 { best = (index, rank) }
    }
    return best?.index
  }

  private func isBesideCurrency(_ index: Int, _ cells: [Cell]) -> Bool {
    [index - 1, index + 1].contains {
      guard cells.indices.contains($0), case .currency = cells[$0] else { return false }
      return true
    }
  }

  private func currency(beside index: Int, _ cells: [Cell]) -> CurrencyMention? {
    let places = cells.indices.sorted { abs($0 - index) < abs($1 - index) }
    return places.lazy.compactMap { if case .currency(let mention) = cells[$0] { mention } else { nil } }
      .first
  }

  private func place(of mention: CurrencyMention, _ cells: [Cell]) -> Int? {
    cells.firstIndex { if case .currency(let other) = $0 { other == mention } else { false } }
  }
}
