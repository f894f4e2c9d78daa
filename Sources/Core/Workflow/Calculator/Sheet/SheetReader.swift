// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// Reads text that is typed into the list. Creates the reader of currency names when a text first contains words.
struct SheetReader: Sendable {
  let catalogue: CurrencyCatalogue
  let numbersOnly: CalculationReader
  var today: Day { didSet { if today != oldValue { made = made?.on(today) } } }
  private var made: CalculationReader?
  var amounts: AmountReader {
    didSet { made = nil }
  }

  init(amounts: AmountReader, catalogue: CurrencyCatalogue, today: Day) {
    self.amounts = amounts
    self.today = today
    self.catalogue = catalogue
    numbersOnly = amounts.numbersOnly
  }

  mutating func field(_ text: String) -> LineReading {
    guard text.utf8.count <= CalculationReader.mostBytesOfRow else { return LineReading(read(text)) ?? .empty }
    let line = numbersOnly.line(.init(1), amount: text)
    let isNumber = (try? line.content.get()) != nil
    guard !isNumber, !line.isEmpty, text.unicodeScalars.contains(where: \.speaksOfCurrency) else {
      var reading = LineReading(line)
      if isNumber {
        let result = numbersOnly.read(text)
        (reading.notes, reading.alternatives) = (result.notes, result.alternatives)
      }
      return reading
    }
    let result = read(text)
    // A typed sum without a currency, such as `5 + 3`, is one amount in the line's currency, even if the sum has
    // errors.
    guard result.namesCurrency || result.calculation.lines.count == 1, let reading = LineReading(result) else {
      return LineReading(reader.line(.init(1), amount: text))
    }
    return reading
  }

  mutating func trailingSign(of text: String) -> (rest: String, sign: LineSign)? {
    let trimmed = text.trimmingSuffix(while: \.isWhitespace)
    guard let sign = trimmed.last.flatMap({ LineSign($0) }) else { return nil }
    let rest = String(trimmed.dropLast().trimmingSuffix(while: \.isWhitespace))
    let reading = field(rest)
    return reading.errors.isEmpty && !reading.line.isEmpty ? (rest, sign) : nil
  }

  mutating func read(_ text: String) -> ReadResult { reader.read(text) }

  mutating func readQuestion(_ text: String) -> ReadResult { reader.readQuestion(text) }

  var reader: CalculationReader {
    mutating get {
      if let made { return made }
      let reader = amounts.reader(catalogue).on(today)
      made = reader
      return reader
    }
  }

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

  /// Splits the active line again if its text has another meaning in the current number format.
  private mutating func splitted(_ sheet: Sheet) -> Sheet {
    let line = sheet.activeLine
    return line.exact == nil && line.reading.isList && field(line.text) != line.reading ? split(sheet) : sheet
  }

  /// Returns the line in the current number format, with the same amount as when the line was stored.
  private mutating func line(
    _ id: CalculationLine.ID, _ stored: StoredLine, isChosen: Bool, _ evidence: [RecordedLine]
  ) -> SheetLine {
    let now = field(stored.text)
    let isExplicit = !now.line.currenciesNamed.isEmpty || now.line.number == stored.exact
    let asTyped = SheetLine(
      id: id, text: stored.text, picked: stored.picked, isChosen: isChosen, exact: isExplicit ? nil : stored.exact,
      reading: now)
    guard now.isList || !now.line.isEmpty else { return asTyped }
    guard let reading = stored.reading else {
      return unnoted(asTyped, stored, evidence)
    }
    let isOwn = reading.form == amounts.symbols.form
    if reading.isUnread {
      guard !isOwn, now.errors.isEmpty else { return asTyped }
      return inUnknownForm(
        numbersOnly.line(id, amount: stored.text), id: id, picked: stored.picked, isChosen: isChosen)
    }
    // If the amount differs from the reading's number, an older Kurs has changed the amount, so the reading isn't used.
    if let exact = stored.exact, let one = reading.lines.first, one.exact == nil, one.currency == nil,
      reading.lines.count == 1, plainNumber(one).map({ $0 != exact }) ?? false
    {
      return unnoted(asTyped, stored, [])
    }
    let isSame = reading.lines[0].exact == nil ? reading.means(now, inItsForm: isOwn) : isOwn
    if isSame, isOwn || (amounts.symbols.zero == "0" && !stored.text.hasNumberForm) { return asTyped }
    return line(asTyped, reading)
  }

  private mutating func line(_ typed: SheetLine, _ reading: StoredReading) -> SheetLine {
    let lines = RecordReader(reader, symbols: amounts.symbols, catalogue: catalogue).lines(reading.lines)
    if reading.targets.isEmpty, reading.day == nil, reading.rates.isEmpty, lines.count == 1, lines[0].note.isEmpty,
      lines[0].day == nil
    {
      let line = lines[0]
      if line.isInUnknownForm { return inUnknownForm(line, id: typed.id, picked: typed.picked) }
      var text = line.text
      if let exact = line.exact {
        text = amounts.write(exact.amount, exact.shownPlaces(minorUnit: catalogue.minorUnit(of: exact.currency)))
      }
      let again = field(text)
      let isSame =
        line.exact != nil || RecordedLine(again.line, form: "").identity == RecordedLine(line, form: "").identity
      return SheetLine(
        id: typed.id, text: text, picked: line.exact?.currency ?? typed.picked,
        isChosen: typed.chosenBeside != nil, exact: line.exact?.amount, reading: isSame ? again : LineReading(line))
    }
    return SheetLine(
      id: typed.id, text: typed.text, picked: typed.picked, isChosen: typed.chosenBeside != nil,
      reading: LineReading(lines, targets: reading.targets, day: reading.day, rates: reading.rates))
  }

  /// Reads a line of an older Kurs by its exact amount or by `evidence`. Otherwise the user must choose the meaning.
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

  /// Returns the line with the amount `exact`. Keeps the text if the text shows this amount rounded.
  private mutating func line(_ typed: SheetLine, exactly exact: Rational) -> SheetLine {
    let named = typed.reading.line.currenciesNamed.first
    guard let now = typed.reading.line.amountWithoutRates else { return typed }
    let rounded = amounts.write(exact, catalogue.minorUnit(of: named ?? typed.picked))
    if now.amount == exact || (named == nil && typed.text == rounded) { return typed }
    let all = NumberFormat(amounts.symbols).exactText(exact, grouped: false)
    let number = all.count <= typed.text.count + 1 ? all : rounded
    let reading = field(number)
    return SheetLine(
      id: typed.id, text: number, picked: named ?? typed.picked, isChosen: typed.chosenBeside != nil,
      exact: reading.line.number == exact ? nil : exact, reading: reading)
  }

  /// Returns a line without a value until the user chooses how to read its numbers.
  mutating func inUnknownForm(
    _ line: CalculationLine, id: CalculationLine.ID, picked: Currency, isChosen: Bool = true
  ) -> SheetLine {
    var reading = LineReading(line.inUnknownForm)
    reading.alternatives = choices(in: line.text)
    return SheetLine(id: id, sign: line.sign, text: line.text, picked: picked, isChosen: isChosen, reading: reading)
  }

  /// Returns two alternatives: all ambiguous numbers with their value in the current number format, and all with their
  /// other possible value. Empty if no number is ambiguous.
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

  /// Splits the active field's text into lines. `1000 TRY + 5500 USD / 2` becomes two lines.
  mutating func split(_ sheet: Sheet) -> Sheet {
    guard sheet.activeLine.isUnsplit else { return withSigns(sheet) }
    let field = sheet.activeLine
    let reading = field.reading
    let isAlone = !sheet.lines.contains { $0.id != field.id && !$0.isEmpty }
    var lines: [SheetLine] = []
    for (index, line) in reading.lines.enumerated() {
      let id = index == 0 ? field.id : CalculationLine.ID(sheet.nextID.number + index - 1)
      // An amount without a currency keeps the user's choice of currency, even if another currency follows in the text.
      let isKept = field.isCurrencyChosen && reading.assumesCurrency(of: line)
      var new = own(line, id: id, picked: isKept ? field.picked : line.currency ?? field.picked)
      if field.sign == .minus { new.sign = line.sign == .plus ? .minus : .plus }
      new.day = line.day ?? field.day ?? (isAlone ? nil : reading.day)
      new.note = line.note.isEmpty ? field.note : line.note
      new.otherCurrencies = reading.otherCurrencies(of: line)
      lines.append(new)
    }
    var split = sheet.edited { parts in
      parts.lines.replaceSubrange(sheet.active...sheet.active, with: lines)
      parts.active = sheet.active + lines.count - 1
      var targets = reading.targets
      if parts.lines.count > 1, !targets.isEmpty { parts.total = targets.removeFirst() }
      parts.results = targets + parts.results.filter { !targets.contains($0) }
    }
    if isAlone, let day = reading.day { split.day = day }
    split.addOwnRates(reading.rates)
    return withSigns(split)
  }

  /// Turns a typed minus into the line's sign, because a list of several lines shows its signs in a column.
  private mutating func withSigns(_ sheet: Sheet) -> Sheet {
    guard sheet.lines.count > 1 else { return sheet }
    var sheet = sheet
    for (index, line) in sheet.lines.enumerated() where line.sign == .plus {
      guard let bare = line.textWithoutMinus else { continue }
      let reading = field(bare)
      guard let number = line.reading.line.number, reading.line.number == -number else { continue }
      sheet.edit {
        $0.lines[index].write(bare, reading: reading, exact: line.exact.map { -$0 })
        $0.lines[index].sign = .minus
      }
    }
    return sheet
  }

  /// Makes a line from a part of a longer text. The line's text doesn't repeat the currency.
  mutating func own(_ line: CalculationLine, id: CalculationLine.ID, picked: Currency) -> SheetLine {
    guard !line.isInUnknownForm else { return inUnknownForm(line, id: id, picked: picked) }
    let namesNone = line.amountText != line.text || line.currenciesNamed.isEmpty
    var unsigned = line
    unsigned.sign = .plus
    let reading = line.text.isEmpty ? .empty : namesNone ? field(line.amountText) : LineReading(unsigned)
    return SheetLine(
      id: id, sign: line.sign, text: line.amountText, picked: picked, isChosen: line.currency == picked,
      reading: reading)
  }

  /// Inserts the lines of a text after the active line. If the active line is empty or the only line, replaces it.
  mutating func inserting(_ text: String, _ reading: LineReading, into sheet: Sheet) -> Sheet {
    var target = sheet
    if target.lines.count > 1, !target.activeLine.isEmpty {
      target.edit { parts in
        parts.active += 1
        parts.lines.insert(
          SheetLine(id: sheet.nextID, picked: parts.lines[parts.active - 1].picked), at: parts.active)
      }
    }
    target.edit { parts in
      parts.lines[parts.active].write(text, reading: reading)
      // If the text has minus signs, the active line's sign is dropped. Otherwise the inserted lines get this sign.
      if reading.lines.contains(where: { $0.sign == .minus }) { parts.lines[parts.active].sign = .plus }
    }
    return split(target).edited { parts in
      let written = parts.lines[...parts.active].count { !$0.isEmpty }
      parts.lines.removeAll { $0.isEmpty }
      parts.active = written - 1
    }
  }

  /// Makes a sheet from a saved list. A list without result currencies gets those of `shown`, the open list.
  mutating func sheet(of list: SavedList, over shown: Sheet) -> Sheet {
    let (result, targets) = (list.result, list.targets)
    var lines = list.calculation.lines.map { line in
      var sheetLine = own(line, id: line.id, picked: line.currency ?? list.calculation.defaultCurrency ?? result)
      if let exact = line.exact { sheetLine.write(sheetLine.text, reading: sheetLine.reading, exact: exact.amount) }
      (sheetLine.day, sheetLine.note) = (line.day, line.note)
      return sheetLine
    }
    if lines.isEmpty { lines = [SheetLine(id: .init(1), picked: result)] }
    var sheet = Sheet(lines: lines, active: lines.count - 1, total: result, results: targets)
    // The synced result currencies (`chosen`) stay, so that no saved list's result currencies reach other computers.
    (sheet.ownRates, sheet.chosen) = (shown.ownRates, shown.chosen)
    if targets.isEmpty, !list.hasNoTargets { sheet.edit { $0.results = shown.results + [shown.totalCurrency] } }
    // A single line's currency is also the total's currency, so the list's total currency becomes a result.
    if lines.count == 1, sheet.totalCurrency != result {
      sheet.edit { $0.results = [result] + $0.results.filter { $0 != result } }
    }
    (sheet.day, sheet.rule) = (list.calculation.day, list.calculation.rule)
    (sheet.fee, sheet.roundsCash) = (list.fee, list.roundsCash)
    sheet.list = list.id
    return sheet
  }

  /// Splits `1000 − 100` if the user chose the currency for `1000`. Nil if the user chose it for the whole text.
  mutating func partsByCurrency(of line: SheetLine) -> (first: SheetLine, sign: LineSign, rest: String)? {
    guard line.exact == nil, line.isCurrencyChosen, let chosen = line.chosenBeside, line.text != chosen,
      let (place, sign) = line.text.lastTerm, line.text[..<place].count >= chosen.count
    else { return nil }
    let before = String(line.text[..<place].trimmingSuffix(while: \.isWhitespace))
    let rest = String(line.text[place...].dropFirst().trimmingPrefix(while: \.isWhitespace))
    let (reading, last) = (field(before), field(rest))
    guard reading.errors.isEmpty, !reading.line.isEmpty, last.line.isEmpty || last.line.number != nil else {
      return nil
    }
    var first = line
    first.write(before, reading: reading)
    return (first, sign, rest)
  }
}

extension ReadResult {
  var namesCurrency: Bool {
    !targets.isEmpty || calculation.lines.contains { $0.currency != nil || !$0.currenciesNamed.isEmpty }
  }
}

extension Unicode.Scalar {
  fileprivate var speaksOfCurrency: Bool {
    switch self {
    case "=", "@", ":", "\t", "\n", "\r", "\u{2192}", "\u{21D2}", ">": true
    default: properties.isAlphabetic || properties.generalCategory == .currencySymbol
    }
  }
}

extension RecordedLine {
  fileprivate func says(_ line: CalculationLine) -> Bool {
    (text == line.text || text == line.amountText) && (line.currency == nil || currency == line.currency)
  }
}

extension String {
  /// The position of the last plus or minus between two amounts, outside brackets.
  fileprivate var lastTerm: (place: Index, sign: LineSign)? {
    var (depth, before) = (0, Character(" "))
    var found: (Index, LineSign)?
    for index in indices where !self[index].isWhitespace {
      let character = self[index]
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      default:
        guard let sign = LineSign(character), depth == 0, before.isNumber || ")%.,".contains(before) else { break }
        found = (index, sign)
      }
      before = character
    }
    return found
  }
}
