// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a pasted table with tabs or vertical bars. Finds amount, currency and date. Other cells become the note.
struct StatementReader: Sendable {
  var lexer: Lexer
  /// Whether 3/4/2020 means 4 March.
  let putsMonthFirst: Bool

  func read(_ source: SourceText, rows: ArraySlice<(number: Int, range: Range<Int>)>, into reading: inout Reading) {
    let table = StatementTable(rows.map { cells(source, $0.range) }, source: source)
    let separators = rows.map { isRule(source, $0.range) }
    let choice = table.amountColumns
    if case .several(let columns) = choice {
      ask(source, rows, table, columns, into: &reading)
      return
    }
    let months = monthFirst(table)
    for (index, row) in zip(table.rows.indices, rows) where !separators[index] {
      read(source, table, index, row, choice, months, into: &reading)
    }
  }

  private func read(
    _ source: SourceText, _ table: StatementTable, _ index: Int, _ row: (number: Int, range: Range<Int>),
    _ choice: StatementTable.Choice, _ order: [Int: Bool], into reading: inout Reading
  ) {
    let cells = table.rows[index]
    if let status = table.unbooked(index) {
      reading.note(.rowSkipped(.notBooked(status)), at: row.range)
      return
    }
    guard let place = table.place(ofAmountIn: index, choice), case .amount(var line, var notes) = cells[place].kind
    else {
      if let unit = lexer.unitOfAll(source, row: row.range) { return reading.take(unit, source, row.range) }
      reading.note(.rowSkipped(fault(cells)), at: row.range)
      return
    }
    if line.currency == nil, let unknown = table.unknownUnit(in: index) {
      let fault = ReadingNote.RowFault.unreadable(.unknownWord(source.string(unknown)))
      reading.note(.rowSkipped(fault), at: row.range)
      return
    }
    if table.hasUnreadDay(in: index) {
      reading.note(.rowSkipped(.unreadable(.invalidDate)), at: row.range)
      return
    }
    let (direction, isDirected) = direction(source, table, index, place, choice)
    let isUnclear =
      isDirected && (direction == nil && line.content.isNotZero || direction == .into && line.sign == .minus)
    if isUnclear || table.isReversed(place, in: index, choice) {
      let word = source.string(cells[place].range)
      reading.note(.rowSkipped(.unreadable(.unknownWord(word))), at: row.range)
      return
    }
    if table.contradicts(place, line.currency, notes.flatMap(\.candidates), in: index) {
      reading.note(.rowSkipped(.unreadable(.secondCurrency)), at: row.range)
      return
    }
    if let (unit, range) = table.unit(of: place, in: index), let own = self.line(line, as: unit, insteadOf: &notes) {
      (line, notes) = (own, notes + [unit.note(at: range)].compactMap { $0 })
    }
    reading.notes += notes
    if direction == .out { line.sign = .minus }
    if case .debitAndCredit(let debit, _) = choice, place == debit, line.sign == .plus { line.sign = .minus }
    let ofHeading = headingUnit(source, table, place)
    if line.currency == nil,
      let (mention, range) = table.unit(of: place, in: index)
        ?? [ofHeading, reading.unit].lazy.compactMap({ unit in unit?.mention.map { ($0, unit?.range ?? 0..<0) } }).first
    {
      line = line.taking(mention)
      if let note = mention.note(at: range) { reading.notes.append(note) }
    }
    let isScaled = notes.contains { if case .scaledNumber = $0.kind { true } else { false } }
    let unit = ofHeading.flatMap { $0.power > 0 || $0.isMinor ? $0 : nil } ?? (isScaled ? nil : reading.unit)
    let heading = TableHeading(table.heading(place).map(source.string) ?? "")
    guard !heading.hasUnclearFactor,
      let scaled = (unit ?? UnitOfAmounts()).scaled(line, lexer.lexicon)
    else {
      reading.note(.rowSkipped(.unreadable(.unclearWords(heading.text))), at: row.range)
      return
    }
    line = scaled.line
    reading.notes += [scaled.note].compactMap { $0 }
    var words: [String] = []
    let ofDirections = isDirected ? table.directions(of: place)?.column : nil
    for (column, cell) in cells.enumerated() where column != place && column != ofDirections {
      switch cell.kind {
      case .empty, .unit, .name: break
      case .text, .unreadable, .noDay: words.append(source.string(cell.range).withoutTextMark)
      case .day(let day): line.day = line.day ?? day
      case .eitherDay(let dayFirst, let monthFirst):
        let (day, other) = order[column] ?? putsMonthFirst ? (monthFirst, dayFirst) : (dayFirst, monthFirst)
        line.day = line.day ?? day
        if order[column] == nil { reading.note(.ambiguousDay(day, alternative: other), at: cell.range) }
      case .amount where !table.isCounted(column, choice):
        reading.note(.amountLeftOut, at: cell.range)
      case .amount: break
      }
    }
    line.note = words.joined(separator: " ")
    line.id = reading.takeID()
    reading.append(line, row: row.number)
  }

  /// Reads an amount in the currency of a separate cell: `$5` beside CAD is in CAD. Nil if the sign can't mean CAD.
  private func line(
    _ line: CalculationLine, as unit: CurrencyMention, insteadOf notes: inout [ReadingNote]
  ) -> CalculationLine? {
    guard unit.share == nil, case .success(let expression) = line.content,
      let place = notes.firstIndex(where: { $0.candidates.contains(unit.currency) })
    else { return nil }
    let isSubunit = if case .subunitRead = notes[place].kind { true } else { false }
    let code = isSubunit ? unit.currency.subunitCode : unit.currency.code
    let isApart = expression.currencies.isEmpty
    let text =
      isApart ? "\(line.text) \(code)" : expression.rewriting(line.text) { $0.currency == nil ? nil : " \(code) " }
    let source = SourceText(text)
    guard let (own, _) = try? amount(source, source.trimmed(0..<source.count)) else { return nil }
    notes.remove(at: place)
    return CalculationLine(
      id: line.id, sign: line.sign, text: own.text, amountText: own.amountText, content: own.content,
      currency: own.currency, day: line.day, note: line.note, offset: line.offset)
  }

  /// Returns the direction of a row's money, from a mark beside the amount or from another column. If `isDirected`, the
  /// table has such marks or such a column, so an amount other than zero needs a direction.
  private func direction(
    _ source: SourceText, _ table: StatementTable, _ index: Int, _ place: Int, _ choice: StatementTable.Choice
  ) -> (Direction?, isDirected: Bool) {
    let cells = table.rows[index]
    if table.hasMarks(place) { return (cells[place].mark?.direction, true) }
    guard case .one(let amount) = choice, place == amount, let (column, areSigned) = table.directions(of: amount),
      !areSigned
    else { return (nil, false) }
    return (column < cells.count ? Direction(word: source.string(cells[column].range)) : nil, true)
  }

  private func ask(
    _ source: SourceText, _ rows: ArraySlice<(number: Int, range: Range<Int>)>, _ table: StatementTable,
    _ columns: [Int], into reading: inout Reading
  ) {
    guard let first = rows.first, let last = rows.last else { return }
    let block = first.range.lowerBound..<last.range.upperBound
    reading.lines.append(
      CalculationLine(
        id: reading.takeID(), sign: .plus, text: source.string(first.range), amountText: source.string(first.range),
        content: .failure(CalculationError(.severalAmounts, at: 0..<first.range.count)),
        offset: first.range.lowerBound))
    reading.rows.append(nil)
    for column in columns.prefix(6) {
      let text = table.rows.map { cells in
        cells.enumerated().filter { $0.offset == column || !columns.contains($0.offset) }.map {
          source.string($0.element.range)
        }
        .joined(separator: "\t")
      }
      reading.alternatives.append(
        ReadingAlternative(range: block, meaning: .column(column + 1), replacement: text.joined(separator: "\n")))
    }
  }

  /// Returns the unit in a column's heading, such as `Amount (EUR)` and `amount_cents`. Its currency is nil unless the
  /// heading names exactly one currency.
  private func headingUnit(_ source: SourceText, _ table: StatementTable, _ column: Int) -> UnitOfAmounts? {
    guard let range = table.heading(column), case let heading = TableHeading(source.string(range)) else { return nil }
    var unit = UnitOfAmounts(power: heading.scale, isMinor: heading.isMinor, range: range)
    if heading.text.lowercased().hasSuffix("(p)"), let pence = lexer.lexicon.mention("pence") {
      (unit.mention, unit.isMinor) = (pence, false)
      return unit
    }
    unit.mention = lexer.onlyUnit(in: MoneyScale(heading.text).money, withSubunits: heading.isMinor)
    return unit
  }

  private func fault(_ cells: [StatementTable.Cell]) -> ReadingNote.RowFault {
    for case .unreadable(let reason) in cells.map(\.kind) { return .unreadable(reason) }
    return .noAmount
  }

  private func cells(_ source: SourceText, _ row: Range<Int>) -> [StatementTable.Cell] {
    let separator = source.separator(of: row) ?? UInt8(ascii: "\t")
    var parts = source.bytes[row].split(separator: separator, omittingEmptySubsequences: false)
      .map { source.withoutQuotes(source.trimmed($0.startIndex..<$0.endIndex)) }
    // Drop the empty parts before the first bar and after the last, because these two bars don't separate cells.
    if separator == UInt8(ascii: "|"), parts.first?.isEmpty == true { parts.removeFirst() }
    if separator == UInt8(ascii: "|"), parts.last?.isEmpty == true { parts.removeLast() }
    return parts.map { cell(source, $0) }
  }

  private func cell(_ source: SourceText, _ range: Range<Int>) -> StatementTable.Cell {
    let whole = range.isEmpty ? .empty : kind(source, range)
    if let (amount, direction, letter) = marked(source, range) {
      let kind = kind(source, amount)
      if case .amount = kind {
        let mark = StatementTable.Mark(direction: direction, letter: letter, other: whole)
        return StatementTable.Cell(kind: kind, range: range, mark: mark)
      }
    }
    return StatementTable.Cell(kind: whole, range: range)
  }

  /// Splits `5.00 DR`, `12,50 S` and `CR 5.00` into the amount and its direction.
  private func marked(
    _ source: SourceText, _ range: Range<Int>
  ) -> (amount: Range<Int>, direction: Direction, letter: String?)? {
    let bytes = source.bytes[range]
    guard bytes.contains(where: { $0 &- 0x30 < 10 }) || source.hasDigit(range) else { return nil }
    let end = bytes.last == UInt8(ascii: ".") ? range.upperBound - 1 : range.upperBound
    let start = bytes[..<end].lastIndex { !$0.isLetter }.map { $0 + 1 } ?? range.lowerBound
    if start > range.lowerBound, start < end {
      let word = source.string(start..<end)
      let rest = source.trimmed(range.lowerBound..<start)
      if word.count == 1, rest.upperBound < start, "SHDCK".contains(word),
        let found = Direction(letter: word.lowercased())
      {
        return (rest, found, word)
      }
      if let found = Direction(mark: word.lowercased()) { return (rest, found, nil) }
    }
    let first = bytes.firstIndex { !$0.isLetter } ?? range.upperBound
    let word = source.string(range.lowerBound..<first)
    guard first > range.lowerBound + 1, let found = Direction(mark: word.lowercased()) else { return nil }
    return (source.trimmed(first..<range.upperBound), found, nil)
  }

  /// Whether the row is only a drawn line below the headings, such as `|---|---:|`.
  private func isRule(_ source: SourceText, _ row: Range<Int>) -> Bool {
    source.bytes[row].allSatisfy { "|-:= +".utf8.contains($0) } && source.bytes[row].contains(UInt8(ascii: "-"))
  }

  private func kind(_ source: SourceText, _ range: Range<Int>) -> StatementTable.Cell.Kind {
    if let day = lexer.words.day(source, range) { return .day(day) }
    // The digits of `Amount (EUR '000)` are a scale.
    if source.bytes[range].contains(UInt8(ascii: "0")), case let text = source.string(range),
      text.first?.isLetter ?? false, text.allSatisfy({ $0.wholeNumberValue ?? 0 == 0 }),
      case let heading = TableHeading(text), heading.scale > 0, heading.mentions(.amount)
    {
      return .text
    }
    if let run = DigitRun(source, at: range.lowerBound, end: range.upperBound, isFirst: true),
      run.end == range.upperBound
    {
      switch (run.meaning, run.readings) {
      case (.date(let day?), _): return .day(day)
      case (.date(nil), (let dayFirst?, let monthFirst?)): return .eitherDay(dayFirst: dayFirst, monthFirst: monthFirst)
      case (.date(nil), (let day?, nil)), (.date(nil), (nil, let day?)): return .day(day)
      case (.date(nil), _), (.missingDay, _): return .noDay
      default: return .text
      }
    }
    let tokens = lexer.tokens(source, in: range)
    if tokens.count == 1, case .currency(let mention) = tokens[0].kind {
      return source.isCurrencyCode(range) || source.isCommonSign(range)
        ? .unit(mention, isCode: true)
        : source.isLowerCode(range) ? .unit(mention, isCode: false) : .name(mention)
    }
    do throws(CalculationError) {
      let (line, notes) = try amount(source, range)
      if case .percent? = (try line.content.get()).valueWithoutRates { return .text }
      return .amount(line, notes)
    } catch {
      let hasNumber = tokens.contains(where: \.isNumber)
      let isMoney = error.reason.isOfAmount || tokens.contains(where: \.isCurrency)
      return hasNumber && isMoney ? .unreadable(error.reason) : .text
    }
  }

  func amount(
    _ source: SourceText, _ range: Range<Int>
  ) throws(CalculationError) -> (line: CalculationLine, notes: [ReadingNote]) {
    var tokens = lexer.tokens(source, in: range).withLeadingMinus(source)[...]
    if let bracketed = TermReader.bracketed(source, tokens, id: .init(0)) {
      _ = try bracketed.line.content.get()
      return bracketed
    }
    if let nothing = nothing(source, tokens) { return nothing }
    // Throw for a number in words, such as "Seven", because it is probably a name in a cell.
    if let word = tokens.first(where: { $0.isNumber && !source.hasDigit($0.range) }) {
      throw CalculationError(.unknownWord(source.string(word.range)), at: word.range)
    }
    let sign = takeSign(&tokens)
    guard tokens.contains(where: \.isNumber) else {
      if let token = tokens.first, case .invalid(let reason) = token.kind {
        throw CalculationError(reason, at: token.range)
      }
      throw CalculationError(.noAmount, at: range.lowerBound..<range.lowerBound)
    }
    // Throw for a sign after a number. A cell has one amount, so this is a range, phone number or name.
    var hasNumber = false
    for token in tokens {
      hasNumber = hasNumber || token.isNumber
      guard hasNumber, lineSign(token) != nil || source.string(token.range) == "/" else { continue }
      throw CalculationError(lexer.range(in: tokens, source)?.reason ?? .missingOperator, at: token.range)
    }
    var notes: [ReadingNote] = []
    let line = TermReader.line(
      source, tokens, id: .init(0), sign: sign, emptyAt: range.lowerBound, notes: { notes += $0 })
    _ = try line.content.get()
    return (line, notes)
  }

  /// Reads `$-` and `- €`, which spreadsheets show for zero.
  private func nothing(
    _ source: SourceText, _ tokens: ArraySlice<Token>
  ) -> (line: CalculationLine, notes: [ReadingNote])? {
    guard tokens.count == 2, let first = tokens.first, let last = tokens.last,
      let unit = [first, last].first(where: { $0.isCurrency }), case .currency(let mention) = unit.kind,
      let dash = ([first, last] as [Token]).first(where: { lineSign($0) == .minus })
    else { return nil }
    let text = source.string(dash.range)
    let line = CalculationLine(
      id: .init(0), sign: .plus, text: "0", amountText: "0",
      content: .success(AmountExpression(steps: [.init(action: .number(.zero), range: 0..<1)])),
      currency: mention.currency, offset: first.range.lowerBound)
    return text.isEmpty ? nil : (line, [mention.note(at: unit.range)].compactMap { $0 })
  }

  /// Removes and returns the sign. Some banks print it after the amount instead of before it.
  private func takeSign(_ tokens: inout ArraySlice<Token>) -> LineSign {
    if let sign = lineSign(tokens.first) {
      tokens = tokens.dropFirst()
      return sign
    }
    if tokens.count > 1, let sign = lineSign(tokens.last) {
      tokens = tokens.dropLast()
      return sign
    }
    return .plus
  }

  private func lineSign(_ token: Token?) -> LineSign? {
    if case .sign(let use) = token?.kind { use.lineSign } else { nil }
  }

  /// Returns for each column of dates whether the month comes first. Omits columns whose dates all fit both orders.
  private func monthFirst(_ table: StatementTable) -> [Int: Bool] {
    var decided: [Int: Bool] = [:]
    for column in 0..<table.width {
      for row in table.rows where column < row.count {
        guard case .day = row[column].kind, let order = table.writtenOrder(row[column].range) else { continue }
        decided[column] = order
      }
    }
    return decided
  }
}

extension Result where Success == AmountExpression, Failure == CalculationError {
  fileprivate var isNotZero: Bool { (try? get())?.valueWithoutRates?.amount.signum != 0 }
}

extension CalculationError.Reason {
  /// Whether the error is about a badly written amount rather than other text with digits.
  fileprivate var isOfAmount: Bool {
    switch self {
    case .malformedNumber, .amountRange, .missingOperator, .secondCurrency, .undecidedCurrency: true
    default: false
    }
  }
}

extension String {
  /// The text without its first apostrophe. Spreadsheets put one before a text that looks like a formula.
  fileprivate var withoutTextMark: String {
    first == "'" && dropFirst().first.map { "=+-@".contains($0) } ?? false ? String(dropFirst()) : self
  }
}

extension ReadingNote {
  fileprivate var candidates: [Currency] {
    switch kind {
    case .symbolRead(_, let candidates), .subunitRead(_, _, let candidates): candidates
    default: []
    }
  }
}

extension SourceText {
  /// Returns the range between the quotation marks of a quoted text. Returns `range` if the text isn't quoted.
  fileprivate func withoutQuotes(_ range: Range<Int>) -> Range<Int> {
    let quote = UInt8(ascii: "\"")
    guard range.count > 1, bytes[range].first == quote, bytes[range].last == quote else { return range }
    return trimmed((range.lowerBound + 1)..<(range.upperBound - 1))
  }

  /// Whether the range is a currency sign made of letters, such as `zł` and `Kč`.
  func isCommonSign(_ range: Range<Int>) -> Bool {
    let written = string(range)
    return written.unicodeScalars.contains { $0.value > 0x7F || "$.".unicodeScalars.contains($0) } && written.count <= 4
      || ["kr", "CHF", "Ft"].contains(written)
  }

  func isLowerCode(_ range: Range<Int>) -> Bool {
    range.count == 3 && bytes[range].allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
  }
}
