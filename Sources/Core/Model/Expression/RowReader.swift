// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a row such as `Hotel: 2 × 80 EUR + $20 - 10% in CHF on 2026-10-30` into lines.
struct RowReader: Sendable {
  var lexer: Lexer
  let putsMonthFirst: Bool

  /// Reads row `number` of a text. If `isOnly`, no other row exists, and a day at the end applies to the whole list.
  func read(_ source: SourceText, row: Range<Int>, number: Int = 0, isOnly: Bool, into reading: inout Reading) {
    let row = withoutListNumber(source, row)
    var all = withoutFootnote(withoutToday(lexer.tokens(source, in: row), source), source)
    // Drop a comma after the amount, as in "10.50 EUR,", which may be copied from a sentence.
    if all.count > 1, all.last?.kind == .comma { all.removeLast() }
    var tokens = withZero(all, source).withLeadingMinus(source)[...]
    let name = takeFirstName(&tokens, source)
    for token in tokens {
      if case .day(let day) = token.kind, Day(isoBytes: source.bytes[token.range]) == nil {
        reading.note(.dayRead(day), at: token.range)
      }
    }
    let (labelNote, labelled) = takeLabel(&tokens, source, into: &reading)
    var note = name ?? labelNote
    var after = takeLabel(after: &tokens, source, isOnly: isOnly, into: &reading)
    let endDay = takeDay(after: &tokens, source, isOnly: isOnly, into: &reading)
    let words = WordsBeforeAmount(tokens, source, isOnly: isOnly, lexer.words)
    let whole = tokens
    if let words { tokens = words.amount }
    if tokens.first?.kind == .into, tokens.count > 1, !tokens[tokens.startIndex + 1].isCurrency {
      // Drop the equals sign of a formula in a spreadsheet, such as "=2*3".
      tokens = tokens.dropFirst()
    }
    let suffix = takeSuffix(&tokens, source, into: &reading)
    after = after ?? takeLabel(after: &tokens, source, isOnly: isOnly, into: &reading)
    var wordsDay = after?.day
    if let words = words ?? WordsBeforeAmount(tokens, source, isOnly: isOnly, lexer.words) {
      tokens = words.amount
      note = [note, words.label].filter { !$0.isEmpty }.joined(separator: " ")
      reading.notes += words.notes
      let unclear =
        words.range.map { CalculationError(.amountRange, at: $0) }
        ?? words.several.map { CalculationError(.severalAmounts, at: $0) }
        ?? words.change.map { CalculationError(.unclearWords(source.string($0)), at: $0) }
        ?? words.unreadDate.map { CalculationError(.invalidDate, at: $0) }
      if let error = unclear {
        reading.append(failing(source, whole, error, id: reading.takeID(), note: note), row: number)
        return
      }
      wordsDay = words.day ?? endDay ?? unclearDay(words.unclearDate, source, into: &reading)
    }
    note = [note, after?.label ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    if note.isEmpty, let last = tokens.last, case .invalid(let reason) = last.kind,
      case let rest = tokens.dropLast(tokens.dropLast().last?.kind == .on ? 2 : 1),
      WordsBeforeAmount(rest, source, isOnly: isOnly, lexer.words) != nil
    {
      // Report the unreadable text at the end, because the words before the amount are only a label.
      let error = CalculationError(reason, at: last.range)
      reading.append(failing(source, tokens, error, id: reading.takeID(), note: note), row: number)
      return
    }
    if let error = lexer.range(in: tokens, source) {
      reading.append(failing(source, tokens, error, id: reading.takeID(), note: note), row: number)
      return
    }
    var terms = Terms(tokens)
    if let words, words.day == nil, endDay == nil, wordsDay == nil, let place = words.unclearDate {
      let error = CalculationError(.invalidDate, at: place)
      reading.append(failing(source, whole, error, id: reading.takeID(), note: note), row: number)
      return
    }
    if terms.isOnlyDay, let first = tokens.first, first.kind != .on, source.hasDigit(first.range) {
      if !isOnly {
        reading.note(.rowSkipped(.noAmount), at: row)
        return
      }
      reading.fail(.dateForAmount, at: first.range)
      return
    }
    if terms.isOnlyDay {
      reading.day = suffix ?? terms.takeLastDay()
      return
    }
    var rowDay = suffix
    if rowDay == nil, terms.count > 1 || isOnly { rowDay = takeLastDay(of: &terms, tokens, into: &reading) }
    if isOnly || terms.count == 0 { reading.day = rowDay ?? reading.day }
    if terms.hasPercentAfterSeveral, !reading.lines.isEmpty { terms.joinAll() }
    var lines: [CalculationLine] = []
    let hasMoney = terms.count > 1 && tokens.contains(where: \.isCurrency)
    for term in terms.list.prefix(CalculationReader.mostLines + 1) {
      let negative = bracketed(source, term, isOnly: terms.count == 1, id: reading.nextID, into: &reading)
      if negative == nil, hasMoney, let first = term.tokens.first, let last = term.tokens.last,
        BracketedAmount(term.tokens) != nil
      {
        reading.note(.bracketsIgnored, at: first.range.lowerBound..<last.range.upperBound)
      }
      var line = negative ?? self.line(source, term, id: .init(reading.nextID), into: &reading)
      reading.nextID += 1
      line.day = line.day ?? wordsDay ?? (isOnly ? nil : rowDay)
      line.note = note
      lines.append(line)
    }
    if let labelled { take(labelled, &lines, into: &reading) }
    assumeCurrency(&lines, into: &reading)
    takeUnit(&lines, from: row.lowerBound, into: &reading)
    for line in lines { reading.append(line, row: lines.count == 1 ? number : nil) }
  }

  /// Applies the unit of a line above, such as "in TEUR", to the amounts of a row.
  private func takeUnit(_ lines: inout [CalculationLine], from start: Int, into reading: inout Reading) {
    let unit = reading.unit
    let isScaled = reading.notes.contains {
      if case .scaledNumber = $0.kind { $0.range.lowerBound >= start } else { false }
    }
    for index in lines.indices {
      if lines[index].currency == nil, isNumber(lines[index]), let mention = unit.mention {
        lines[index] = lines[index].taking(mention)
      }
      guard !isScaled, let scaled = unit.scaled(lines[index], lexer.lexicon) else { continue }
      lines[index] = scaled.line
      reading.notes += [scaled.note].compactMap { $0 }
    }
  }

  /// Whether a row has only words and dates, such as a shop's name. False for up to three letters, which may be a code.
  func isProse(_ source: SourceText, row: Range<Int>) -> Bool {
    let tokens = lexer.tokens(source, in: row)
    if isReference(tokens, source) || isTime(tokens, source) { return true }
    return row.count > 3 && tokens.first.map { $0.isInvalid && !source.hasDigit($0.range) } ?? false
      && tokens.allSatisfy {
        switch $0.kind {
        case .number, .invalid(.unknownWord): !source.hasDigit($0.range)
        case .day, .invalid(.dateForAmount), .invalid(.phoneNumber): true
        case .currency, .sign, .comma, .colon, .open, .close: true
        default: false
        }
      }
  }

  /// Whether a row has only a date or a time, as in "30.10.2026 14:35 Uhr" and "14:35".
  private func isTime(_ tokens: [Token], _ source: SourceText) -> Bool {
    guard let first = tokens.first else { return false }
    let isDate =
      switch first.kind {
      case .day, .invalid(.dateForAmount): true
      default: false
      }
    let rest = isDate ? tokens.dropFirst() : tokens[...]
    let isClock =
      rest.count > 2 && rest[rest.startIndex].isNumber && rest[rest.startIndex + 1].kind == .colon
      && rest[rest.startIndex].range.count < 3 && rest[rest.startIndex + 2].range.count == 2
      && rest[rest.startIndex].range.upperBound + 1 == rest[rest.startIndex + 2].range.lowerBound
    return (isDate || isClock) && rest.dropFirst(isClock ? 3 : 0).allSatisfy { $0.isWord && !source.hasDigit($0.range) }
  }

  /// Whether a row names the number of a document or place, as in `Invoice No. 1234`, `Room 12` and `INV-2026-7`.
  private func isReference(_ tokens: [Token], _ source: SourceText) -> Bool {
    guard let first = tokens.first, first.isWord, !tokens.contains(where: \.isCurrency),
      let number = tokens.firstIndex(where: { source.hasDigit($0.range) }), number > 0,
      !tokens[number...].contains(where: \.isWord),
      !tokens[number...].contains(where: { $0.isNumber && source.string($0.range).contains { ".,".contains($0) } })
    else { return false }
    let words = tokens[..<number].filter(\.isInvalid).map { source.string($0.range).filter { $0 != "." } }
    let areJoined = { (part: ArraySlice<Token>) in
      zip(part, part.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound }
    }
    // In "Room 12 240", the 240 may be an amount, so require a single number after the words.
    let isOne =
      areJoined(tokens[number...]) && !source.string(tokens[number].range).contains(where: \.isWhitespace)
      || tokens[number...].allSatisfy { !$0.isNumber }
    let isCode = areJoined(tokens[...]) && tokens.count > 2 && words.allSatisfy { $0 == $0.uppercased() }
      && tokens[number...].reduce(0) { $0 + $1.range.count } > 3
    // A number with a zero first, as in "Receipt 0815", isn't an amount.
    let hasZeroFirst = tokens[number...].count == 1 && source.string(tokens[number].range).hasPrefix("0")
    return isCode || hasZeroFirst && tokens[number].range.count > 1
      || !Self.phones.isDisjoint(with: words.map { $0.lowercased() })
      || isOne && !Self.references.isDisjoint(with: words.map { $0.lowercased() })
  }

  private static let phones: Set<String> = [
    "tel", "phone", "telefon", "fax", "mobil", "mobile", "هاتف", "tél", "tlf", "gsm", "iban",
  ]
  private static let references = Set(
    """
    no nr number nummer num id ref # № n° nº numéro número numero numer номер رقم page seite room zimmer table tisch \
    seat platz gate terminal kasse register till folio pnr iban bic plz zip kundennr kundennummer rechnungsnummer belegnr \
    belegnummer bestellnummer kunde customer reference referenz referencia booking buchung voucher ticket \
    صفحة غرفة طاولة item items guest guests cover covers qty quantity anzahl menge artikel stück gäste pcs pieces pax \
    articles couverts artículos cantidad pezzi aantal العدد الكمية
    """.split(separator: " ").map(String.init))

  /// Removes a list item's number, as in `1. Flight 450 EUR`. Keeps the day of a date such as "3. October".
  private func withoutListNumber(_ source: SourceText, _ row: Range<Int>) -> Range<Int> {
    let digits = source.bytes[row].prefix { $0 &- 0x30 < 10 }
    let rest = source.bytes[digits.endIndex..<row.upperBound]
    guard (1...2).contains(digits.count), let mark = rest.first, ".)".utf8.contains(mark),
      rest.dropFirst().first == UInt8(ascii: " "),
      case let words = source.trimmed((rest.startIndex + 1)..<row.upperBound),
      case let tokens = lexer.tokens(source, in: words), let first = tokens.first,
      first.isInvalid || WordsAfterAmount(tokens[...], source, lexer, isOnly: false) != nil,
      lexer.words.months[source.string(first.range).lowercased()] == nil
    else { return row }
    return words
  }

  /// Removes and returns a name such as "Bob" or "D" at the start of a row. Such a name is also a currency (BOB) or a
  /// sign, so the amount after the name must have a currency too.
  private func takeFirstName(_ tokens: inout ArraySlice<Token>, _ source: SourceText) -> String? {
    guard tokens.count == 3, let first = tokens.first, first.isCurrency,
      tokens.dropFirst().contains(where: \.isNumber), tokens.dropFirst().contains(where: \.isCurrency),
      case let name = source.string(first.range),
      source.isLetter(first.range)
        ? name != "R" && first.range.upperBound < tokens[tokens.startIndex + 1].range.lowerBound
        : name.mayBeName && SpokenNames.words.contains(name.lowercased())
    else { return nil }
    tokens = tokens.dropFirst()
    return name
  }

  /// Removes and returns the words after an amount, as in `450 EUR Flight`.
  private func takeLabel(
    after tokens: inout ArraySlice<Token>, _ source: SourceText, isOnly: Bool, into reading: inout Reading
  ) -> (label: String, day: Day?)? {
    guard let words = WordsAfterAmount(tokens, source, lexer, isOnly: isOnly) else { return nil }
    tokens = words.amount
    if !isOnly, tokens.count > 1, let dash = tokens.first, case let rest = tokens.dropFirst(),
      "-–—−".contains(source.string(dash.range)), let next = rest.first, dash.range.upperBound < next.range.lowerBound
    {
      // Drop the dash of a list, as in "- 450 EUR Flight", which isn't a minus.
      tokens = rest
      reading.note(.dashIgnored, at: dash.range)
    }
    return (words.label, words.day ?? unclearDay(words.unclearDate, source, into: &reading))
  }

  /// Removes and returns the day after a labelled amount, as in `Tea 4.00 EUR on 2026-10-01`.
  private func takeDay(
    after tokens: inout ArraySlice<Token>, _ source: SourceText, isOnly: Bool, into reading: inout Reading
  ) -> Day? {
    guard tokens.first?.isInvalid ?? false, let last = tokens.last else { return nil }
    let day = if case .day(let day) = last.kind { day } else { Day?.none }
    guard day != nil || last.kind == .invalid(.dateForAmount) else { return nil }
    let rest = tokens.dropLast(tokens.dropLast().last?.kind == .on ? 2 : 1)
    guard let words = WordsBeforeAmount(rest, source, isOnly: isOnly, lexer.words), words.day == nil else { return nil }
    tokens = rest
    return day ?? unclearDay(last.range, source, into: &reading)
  }

  /// Removes and returns the day that follows the last amount. Adds a note if this day also applies to earlier amounts.
  private func takeLastDay(of terms: inout Terms, _ tokens: ArraySlice<Token>, into reading: inout Reading) -> Day? {
    let isShared = terms.list.dropLast().contains { $0.day == nil }
    guard let day = terms.takeLastDay() else { return nil }
    if isShared, let last = tokens.last { reading.note(.dayShared(day), at: last.range) }
    return day
  }

  /// Removes the word "today", because Kurs uses the newest rates if the text names no day.
  private func withoutToday(_ tokens: [Token], _ source: SourceText) -> [Token] {
    guard let place = tokens.lastIndex(where: { $0.kind == lexer.today.map { Token.Kind.day($0) } }), place > 0,
      lexer.words.isToday(source.string(tokens[place].range))
    else { return tokens }
    var tokens = tokens
    tokens.remove(at: place)
    if tokens[place - 1].kind == .on { tokens.remove(at: place - 1) }
    return tokens
  }

  /// Removes a footnote's sign after the amount: `20 EUR*`, `€45.00²`, `20.50 EUR [1]`, and a tax class: `Milk 2.00 A`.
  private func withoutFootnote(_ tokens: [Token], _ source: SourceText) -> [Token] {
    if tokens.count > 2, let last = tokens.last, last.isInvalid, "ABCDE".contains(source.string(last.range)),
      tokens[0].isInvalid, case let amount = tokens[tokens.count - 2], amount.isNumber,
      source.string(amount.range).dropLast(2).last.map({ ".,".contains($0) }) ?? false
    {
      return tokens.dropLast()
    }
    func ends(_ count: Int) -> Bool {
      guard tokens.count > count, tokens.contains(where: \.isCurrency) else { return false }
      let before = tokens[tokens.count - count - 1]
      return before.isCurrency || before.isNumber
    }
    guard let last = tokens.last else { return tokens }
    let text = source.string(last.range)
    let isMark = ["\u{2020}", "\u{2021}", "\u{B9}", "\u{B2}", "\u{B3}", "\u{2074}", "\u{2075}"].contains(text)
    if isMark, ends(1) { return tokens.dropLast() }
    if text == "*", ends(1), tokens[tokens.count - 2].isCurrency,
      tokens[tokens.count - 2].range.upperBound == last.range.lowerBound
    {
      return tokens.dropLast()
    }
    let isBracketed = tokens.count > 3 && text == "]" && source.string(tokens[tokens.count - 3].range) == "["
    return isBracketed && tokens[tokens.count - 2].isNumber && ends(3) ? tokens.dropLast(3) : tokens
  }

  /// Turns `$-`, which spreadsheets show for zero, into 0.
  private func withZero(_ tokens: [Token], _ source: SourceText) -> [Token] {
    guard tokens.count == 2, tokens[0].isCurrency, source.string(tokens[1].range) == "-" else { return tokens }
    return [tokens[0], Token(kind: .number(NumberReading(value: .zero)), range: tokens[1].range)]
  }

  /// Reads an ambiguous date such as `12/10/2026` in the order of the user's region, and adds a note.
  private func unclearDay(_ range: Range<Int>?, _ source: SourceText, into reading: inout Reading) -> Day? {
    guard let range, let run = DigitRun(source, at: range.lowerBound, end: range.upperBound, isFirst: true),
      let dayFirst = run.readings.dayFirst ?? run.readings.monthFirst,
      let monthFirst = run.readings.monthFirst ?? run.readings.dayFirst
    else { return nil }
    let (day, other) = putsMonthFirst ? (monthFirst, dayFirst) : (dayFirst, monthFirst)
    reading.note(day == other ? .dayRead(day) : .ambiguousDay(day, alternative: other), at: range)
    return day
  }

  private func failing(
    _ source: SourceText, _ tokens: ArraySlice<Token>, _ error: CalculationError, id: CalculationLine.ID, note: String
  ) -> CalculationLine {
    let start = tokens.first?.range.lowerBound ?? 0
    let text = source.string(start..<(tokens.last?.range.upperBound ?? start))
    let range = (error.range.lowerBound - start)..<(error.range.upperBound - start)
    return CalculationLine(
      id: id, sign: .plus, text: text, amountText: text, content: .failure(CalculationError(error.reason, at: range)),
      note: note, offset: start)
  }

  func line(
    _ source: SourceText, id: CalculationLine.ID, sign: LineSign, currency: Currency?, day: Day?, note: String
  ) -> CalculationLine {
    let range = source.trimmed(0..<source.count)
    let tokens = lexer.tokens(source, in: range)
    var line = TermReader.line(
      source, tokens[...], id: id, sign: sign, emptyAt: nil, isWhole: true, notes: nil)
    line.currency = line.currency ?? currency
    line.day = day
    line.note = note
    return line
  }

  /// Reads an amount in brackets as negative. Nil if the brackets only group numbers.
  private func bracketed(
    _ source: SourceText, _ term: Term, isOnly: Bool, id: Int, into reading: inout Reading
  ) -> CalculationLine? {
    guard term.sign == .plus, isOnly || term.isBracketedMinus,
      let (line, notes) = TermReader.bracketed(source, term.tokens, id: .init(id))
    else { return nil }
    reading.notes += notes
    var dated = line
    dated.day = term.day
    return dated
  }

  private func line(
    _ source: SourceText, _ term: Term, id: CalculationLine.ID, into reading: inout Reading
  ) -> CalculationLine {
    var notes: [ReadingNote] = []
    var line = TermReader.line(
      source, term.tokens, id: id, sign: term.sign, emptyAt: term.start, notes: { notes += $0 })
    line.day = term.day
    reading.notes += notes
    return line
  }

  /// Removes the words before a colon, which are a note or a currency. After a number, a colon may mean division.
  private func takeLabel(
    _ tokens: inout ArraySlice<Token>, _ source: SourceText, into reading: inout Reading
  ) -> (note: String, unit: Token?) {
    guard let colon = tokens.firstIndex(where: { $0.kind == .colon }), let first = tokens.first,
      tokens[..<colon].contains(where: \.isInvalid)
        || tokens[..<colon].allSatisfy(\.isCurrency) && colon > tokens.startIndex
    else { return ("", nil) }
    defer { tokens = tokens[(colon + 1)...] }
    let units = tokens[..<colon].filter { $0.isCurrency && source.isCurrencyCode($0.range) }
    if let other = units.first(where: { $0.kind != units[0].kind }) {
      reading.fail(.secondCurrency, at: other.range)
    }
    let isOnlyUnit = colon == tokens.startIndex + 1 && !units.isEmpty
    let label = source.string(source.trimmed(first.range.lowerBound..<tokens[colon].range.lowerBound))
    return (isOnlyUnit ? "" : label, units.first)
  }

  private func take(_ unit: Token, _ lines: inout [CalculationLine], into reading: inout Reading) {
    guard case .currency(let mention) = unit.kind else { return }
    var isTaken = false
    for index in lines.indices where lines[index].currency == nil && isNumber(lines[index]) {
      lines[index] = lines[index].taking(mention)
      isTaken = true
    }
    guard isTaken else { return }
    reading.note(.currencyAssumed(mention.currency), at: unit.range)
    if let note = mention.note(at: unit.range) { reading.notes.append(note) }
  }

  /// Removes the end of a row, as in "in CHF, USD on 2026-10-30". Stores the target currencies and returns the day.
  private func takeSuffix(
    _ tokens: inout ArraySlice<Token>, _ source: SourceText, into reading: inout Reading
  ) -> Day? {
    guard let start = tokens.firstIndex(where: { $0.kind == .into }) else { return nil }
    let into = tokens[start]
    let suffix = tokens[(start + 1)...]
    tokens = tokens[..<start]
    var (day, wantsTarget, awaitsRate) = (Day?.none, true, false)
    if suffix.first?.isNumber ?? false, let last = suffix.last, let low = tokens.first(where: \.isNumber),
      tokens.last.map({ $0.isNumber || $0.isCurrency }) ?? false,
      lexer.words.range.contains(source.string(into.range).lowercased())
    {
      reading.fail(.amountRange, at: low.range.lowerBound..<last.range.upperBound)
    }
    let parts = suffix.filter { !lexer.joins($0, source) }
    for (index, token) in parts.enumerated() {
      switch token.kind {
      // Ignore an "in" before a period, as in "in 2020", because no target currency follows.
      case .into where parts.dropFirst(index + 1).first.map({ isPeriod($0, source) || $0.isInvalid }) ?? false: break
      case .at where !wantsTarget: awaitsRate = true
      case .number(let number) where awaitsRate:
        awaitsRate = false
        guard let target = reading.targets.last, number.value.signum > 0 else {
          reading.fail(.unclearRate, at: token.range)
          continue
        }
        reading.rates.append((target, number.value, token.range))
        if let note = number.note(at: token.range) { reading.notes.append(note) }
      // Add an error for "12.50 EUR in S", because the meaning of the single letter is unclear.
      case .currency where source.isLetter(token.range):
        let isPeriod = lexer.periodEnd(source, at: token.range.lowerBound, end: source.count) != nil
        let reason: CalculationError.Reason = isPeriod ? .periodForDay : .unknownWord(source.string(token.range))
        reading.fail(reason, at: token.range)
        wantsTarget = false
      case .currency(let named):
        // In "5 EUR in cents", the cents are euro cents.
        let own = named.candidates.first { tokens.contains(currency: $0) }
        let mention = named.share == nil ? named : own.flatMap { lexer.lexicon.mention($0.subunitCode) } ?? named
        if !reading.targets.contains(mention.currency) { reading.targets.append(mention.currency) }
        if let note = mention.note(at: token.range) { reading.notes.append(note) }
        wantsTarget = false
      case .day(let read): day = read
      case .on: break
      case .invalid(let reason): reading.fail(reason, at: token.range)
      case .number where isPeriod(token, source):
        reading.fail(.periodForDay, at: token.range)
      case .number where !wantsTarget && parts.dropFirst(index).contains(where: { isPeriod($0, source) }):
        // A period such as "10/2024" isn't a day.
        reading.fail(.periodForDay, at: token.range)
      default: reading.fail(.unexpectedTarget, at: token.range)
      }
    }
    if awaitsRate { reading.fail(.unclearRate, at: into.range) }
    // Add an error if a currency is missing after "in". In "2 + 3 =", no currency is needed.
    if wantsTarget, !suffix.contains(where: \.isInvalid),
      source.string(into.range) != "="
    {
      reading.fail(.missingTarget, at: into.range)
    }
    return day
  }

  private func isPeriod(_ token: Token, _ source: SourceText) -> Bool {
    if case .invalid(.periodForDay) = token.kind { return true }
    return token.isNumber && TypedPeriod.isYear(source.string(token.range))
  }

  /// Gives the only currency of a row to its plain numbers, such as the 20 in `20 + 30 EUR`, and adds a note.
  private func assumeCurrency(_ lines: inout [CalculationLine], into reading: inout Reading) {
    let named = Set(lines.compactMap(\.currency))
    guard lines.count > 1, named.count == 1, let currency = named.first else { return }
    for index in lines.indices where lines[index].currency == nil && isNumber(lines[index]) {
      lines[index].currency = currency
      let start = lines[index].offset ?? 0
      reading.note(.currencyAssumed(currency), at: start..<(start + lines[index].text.utf8.count))
    }
  }

  private func isNumber(_ line: CalculationLine) -> Bool {
    guard case .success(let expression) = line.content else { return false }
    if case .number = expression.valueWithoutRates { return expression.currencies.isEmpty }
    return false
  }
}

extension CalculationLine {
  func taking(_ mention: CurrencyMention) -> CalculationLine {
    var line = self
    line.currency = mention.currency
    if let share = mention.share, case .success(let expression) = content {
      let subunits = AmountExpression.Step(action: .subunit(mention.currency, share: share), range: 0..<0)
      line.content = .success(AmountExpression(steps: expression.steps + [subunits]))
    }
    return line
  }
}

extension ArraySlice<Token> {
  fileprivate func contains(currency: Currency) -> Bool {
    contains { if case .currency(let mention) = $0.kind { mention.currency == currency } else { false } }
  }
}

extension SourceText {
  /// Whether the range is a single Latin letter. One letter alone doesn't name a currency.
  func isLetter(_ range: Range<Int>) -> Bool {
    range.count == 1 && bytes[range.lowerBound].isLetter
  }

  func hasDigit(_ range: Range<Int>) -> Bool {
    string(range).unicodeScalars.contains { $0.properties.numericType != nil }
  }

  /// Whether a currency is written as a sign, a code in capitals, or an exchange's code of a subunit, such as `GBp`.
  func isCurrencyCode(_ range: Range<Int>) -> Bool {
    let written = string(range)
    if written.utf8.count == 3,
      written.utf8.prefix(2).allSatisfy({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") })
    {
      return written == written.uppercased() || Currency(written).map { $0.subunitCode == written } ?? false
        || written.hasSuffix("c")
    }
    return written.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
  }
}
