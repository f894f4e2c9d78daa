// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension SheetReader {
  /// The list of the last session, or what a first day shows.
  mutating func sheet(of session: SessionValues, defaults: CalculatorDefaults) -> Sheet {
    let source = session.source ?? defaults.source
    let results = session.results ?? defaults.results
    guard let stored = session.lines, !stored.isEmpty else {
      var stored = StoredLine(text: session.typed ?? "", picked: source, exact: session.amount)
      stored.reading = session.reading
      if session.typed == nil { stored.text = amounts.write(defaults.amount, 0) }
      let line = line(.init(1), stored, isChosen: session.source != nil, session.evidence)
      return splitted(terms(of: session, on: Sheet(lines: [line], total: source, results: results)))
    }
    let lines = stored.enumerated().map { index, stored in
      var line = line(.init(index + 1), stored, isChosen: true, session.evidence)
      (line.sign, line.day, line.note) = (stored.sign, stored.day, stored.note)
      line.otherCurrencies = stored.otherCurrencies
      return line
    }
    let total = lines.count == 1 ? lines[0].picked : session.total ?? source
    return splitted(
      terms(of: session, on: Sheet(lines: lines, active: session.active, total: total, results: results)))
  }

  private func terms(of session: SessionValues, on sheet: Sheet) -> Sheet {
    var sheet = sheet
    (sheet.day, sheet.rule) = (session.day, session.rule)
    (sheet.fee, sheet.roundsCash) = (session.fee, session.roundsCash)
    if let chosen = session.chosen { sheet.chosen = chosen }
    sheet.list = session.list?.id
    return sheet
  }

  /// A text that was stored in another number form is no longer what its reading says: its lines stand by themselves.
  private mutating func splitted(_ sheet: Sheet) -> Sheet {
    let line = sheet.activeLine
    return line.exact == nil && line.reading.isList && field(line.text) != line.reading ? split(sheet) : sheet
  }

  /// The line in the current number form, with the amount that it had when it was stored.
  private mutating func line(
    _ id: CalculationLine.ID, _ stored: StoredLine, isChosen: Bool, _ evidence: [RecordedLine]
  ) -> SheetLine {
    let now = field(stored.text)
    let isSaid = !now.line.currenciesNamed.isEmpty || now.line.number == stored.exact
    let asTyped = SheetLine(
      id: id, text: stored.text, picked: stored.picked, isChosen: isChosen, exact: isSaid ? nil : stored.exact,
      reading: now)
    guard now.isList || !now.line.isEmpty else { return asTyped }
    guard let reading = stored.reading else {
      return unnoted(asTyped, stored, evidence)
    }
    let isOwn = reading.form == amounts.symbols.form
    if reading.isUnread {
      guard !isOwn, now.errors.isEmpty else { return asTyped }
      return inUnknownForm(now.line, id: id, picked: stored.picked, isChosen: isChosen)
    }
    // Computed by an older Kurs, after the reading was noted.
    if let exact = stored.exact, let one = reading.lines.first, one.exact == nil, reading.lines.count == 1,
      plainNumber(one) != exact
    {
      return unnoted(asTyped, stored, [])
    }
    let isSame = reading.lines[0].exact == nil ? reading.means(now, inItsForm: isOwn) : isOwn
    if isSame, isOwn || (amounts.symbols.zero == "0" && !stored.text.hasNumberForm) { return asTyped }
    return line(asTyped, reading)
  }

  /// The line that says what `reading` says, in the current form.
  private mutating func line(_ typed: SheetLine, _ reading: StoredReading) -> SheetLine {
    let lines = RecordReader(reader, symbols: amounts.symbols, catalogue: catalogue).lines(reading.lines)
    if reading.targets.isEmpty, reading.day == nil, reading.rates.isEmpty, lines.count == 1, lines[0].note.isEmpty,
      lines[0].day == nil
    {
      let line = lines[0]
      if line.isInUnknownForm { return inUnknownForm(line, id: typed.id, picked: typed.picked) }
      let again = field(line.text)
      let isSame =
        line.exact != nil || RecordedLine(again.line, form: "").identity == RecordedLine(line, form: "").identity
      return SheetLine(
        id: typed.id, text: line.text, picked: typed.picked, isChosen: typed.chosenBeside != nil,
        exact: line.exact?.amount, reading: isSame ? again : LineReading(line))
    }
    return SheetLine(
      id: typed.id, text: typed.text, picked: typed.picked, isChosen: typed.chosenBeside != nil,
      reading: LineReading(lines, targets: reading.targets, day: reading.day, rates: reading.rates))
  }

  /// A line of an older Kurs: its exact amount decides, else a record of the same text; else it says that none does.
  private mutating func unnoted(_ typed: SheetLine, _ stored: StoredLine, _ evidence: [RecordedLine]) -> SheetLine {
    let now = typed.reading
    if let exact = stored.exact, !now.isList { return line(typed, exactly: exact) }
    let places = now.notes.compactMap { note -> Int? in
      if case .ambiguousNumber = note.kind { note.range.lowerBound } else { nil }
    }
    let lines = now.lines.map { line -> RecordedLine? in
      let start = line.offset ?? 0
      let isClear = !places.contains { (start...(start + line.text.utf8.count)).contains($0) }
      let known = Set(evidence.filter { !$0.isUnread && $0.exact == nil && $0.says(line) }.map(\.portable))
      // Records that contradict each other say nothing.
      guard known.count == 1, let portable = known.first else {
        return isClear && known.isEmpty ? RecordedLine(line, form: RecordedLine.unknownForm) : nil
      }
      return RecordedLine(
        sign: line.sign, text: line.text, portable: portable, currency: line.currency, day: line.day, note: line.note,
        form: RecordedLine.unknownForm)
    }
    let found = StoredReading(now, text: typed.text, lines: lines.compactMap { $0 })
    guard found.lines.count == lines.count else {
      return inUnknownForm(
        numbersOnly.line(typed.id, amount: typed.text), id: typed.id, picked: typed.picked,
        isChosen: typed.chosenBeside != nil)
    }
    return found.means(now, inItsForm: true) ? typed : line(typed, found)
  }

  /// The exact amount counts; the text stays where it is that amount rounded.
  private mutating func line(_ typed: SheetLine, exactly exact: Rational) -> SheetLine {
    let named = typed.reading.line.currenciesNamed.first
    guard let now = typed.reading.line.amountWithoutRates else { return typed }
    let rounded = amounts.write(exact, catalogue.minorUnit(of: named ?? typed.picked))
    if now.amount == exact || (named == nil && typed.text == rounded) { return typed }
    let all = NumberFormat(amounts.symbols).exactText(exact, grouped: false)
    let number = all.count <= typed.text.count + 1 ? all : rounded
    let text = named.map { "\(number) \($0)" } ?? number
    let reading = field(text)
    return SheetLine(
      id: typed.id, text: text, picked: typed.picked, isChosen: typed.chosenBeside != nil,
      exact: reading.line.amountWithoutRates?.amount == exact ? nil : exact, reading: reading)
  }

  /// An amount that has no value until the user says which of its numbers is meant.
  mutating func inUnknownForm(
    _ line: CalculationLine, id: CalculationLine.ID, picked: Currency, isChosen: Bool = true
  ) -> SheetLine {
    var reading = LineReading(line.inUnknownForm)
    reading.alternatives = choices(in: line.text)
    return SheetLine(id: id, sign: line.sign, text: line.text, picked: picked, isChosen: isChosen, reading: reading)
  }

  /// All numbers of a text in the current form, and all of them in the other.
  private mutating func choices(in text: String) -> [ReadingAlternative] {
    let numbers = field(text).notes.compactMap { note -> (range: Range<Int>, sides: [Rational])? in
      if case .ambiguousNumber(let value, let other) = note.kind { (note.range, [value, other]) } else { nil }
    }.sorted { $0.range.lowerBound > $1.range.lowerBound }
    guard let first = numbers.last else { return [] }
    let format = NumberFormat(amounts.symbols)
    let range = numbers.count == 1 ? first.range : 0..<text.utf8.count
    return [0, 1].map { side in
      var bytes = Array(text.utf8)
      for number in numbers {
        bytes.replaceSubrange(number.range, with: Array(format.exactText(number.sides[side], grouped: false).utf8))
      }
      let end = bytes.count - (text.utf8.count - range.upperBound)
      return ReadingAlternative(
        range: range, meaning: .number(first.sides[side]),
        replacement: String(decoding: bytes[range.lowerBound..<end], as: UTF8.self))
    }
  }

  private func plainNumber(_ line: RecordedLine) -> Rational? {
    guard line.currency == nil else { return nil }
    return CalculationReader(symbols: .english, catalogue: CurrencyCatalogue(records: [], legalRates: []))
      .line(.init(1), amount: line.portable).number
  }
}

extension RecordedLine {
  /// Whether it was read from the same text.
  fileprivate func says(_ line: CalculationLine) -> Bool {
    (text == line.text || text == line.amountText) && (line.currency == nil || currency == line.currency)
  }
}
