// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// Reads text typed into the list. The reader that knows currencies is created when a text first contains words.
struct SheetReader: Sendable {
  private let catalogue: CurrencyCatalogue
  private let numbersOnly: CalculationReader
  /// Today, the base of "yesterday".
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
    // Don't read a whole book as one amount.
    guard text.utf8.count <= CalculationReader.mostBytes else { return LineReading(read(text)) ?? .empty }
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
    // A sum without a currency is one amount in the field's, even while it has errors.
    guard result.namesCurrency || result.calculation.lines.count == 1, let reading = LineReading(result) else {
      return LineReading(reader.line(.init(1), amount: text))
    }
    return reading
  }

  /// The text without a plus or minus at its end, and that sign.
  mutating func trailingSign(of text: String) -> (rest: String, sign: LineSign)? {
    let trimmed = text.trimmingSuffix(while: \.isWhitespace)
    guard let sign = trimmed.last.flatMap({ LineSign($0) }) else { return nil }
    let rest = String(trimmed.dropLast().trimmingSuffix(while: \.isWhitespace))
    let reading = field(rest)
    return reading.errors.isEmpty && !reading.line.isEmpty ? (rest, sign) : nil
  }

  mutating func read(_ text: String) -> ReadResult { reader.read(text) }

  mutating func readQuestion(_ text: String) -> ReadResult { reader.readQuestion(text) }

  private var reader: CalculationReader {
    mutating get {
      if let made { return made }
      let reader = amounts.reader(catalogue).on(today)
      made = reader
      return reader
    }
  }
}

extension ReadResult {
  var namesCurrency: Bool {
    !targets.isEmpty || calculation.lines.contains { $0.currency != nil || !$0.currenciesNamed.isEmpty }
  }
}

extension Unicode.Scalar {
  /// Whether it contains letters, currency signs or list characters, other than numbers and operators.
  fileprivate var speaksOfCurrency: Bool {
    switch self {
    case "=", "@", ":", "\t", "\n", "\r", "\u{2192}", "\u{21D2}", ">": true
    default: properties.isAlphabetic || properties.generalCategory == .currencySymbol
    }
  }
}

extension SheetReader {
  /// The list of the last session, or that of a first start.
  mutating func sheet(of session: SessionValues, defaults: CalculatorDefaults) -> Sheet {
    let source = session.source ?? defaults.source
    let results = session.results ?? defaults.results
    guard let stored = session.lines, !stored.isEmpty else {
      let text = session.typed ?? amounts.write(defaults.amount, 0)
      let line = line(.init(1), text, picked: source, isChosen: session.source != nil, exact: session.amount)
      return terms(of: session, on: Sheet(lines: [line], total: source, results: results))
    }
    let lines = stored.enumerated().map { index, stored in
      var line = line(.init(index + 1), stored.text, picked: stored.picked, isChosen: true, exact: stored.exact)
      (line.sign, line.day, line.note) = (stored.sign, stored.day, stored.note)
      line.otherCurrencies = stored.otherCurrencies
      return line
    }
    let total = lines.count == 1 ? lines[0].picked : session.total ?? source
    return terms(of: session, on: Sheet(lines: lines, active: session.active, total: total, results: results))
  }

  private func terms(of session: SessionValues, on sheet: Sheet) -> Sheet {
    var sheet = sheet
    (sheet.day, sheet.rule) = (session.day, session.rule)
    (sheet.fee, sheet.roundsCash) = (session.fee, session.roundsCash)
    if let chosen = session.chosen { sheet.chosen = chosen }
    sheet.list = session.list?.id
    return sheet
  }

  /// An exact amount that the text itself shows is not kept separately.
  private mutating func line(
    _ id: CalculationLine.ID, _ text: String, picked: Currency, isChosen: Bool, exact: Rational?
  ) -> SheetLine {
    let reading = field(text)
    let isSaid = !reading.line.currenciesNamed.isEmpty || reading.line.number == exact
    return SheetLine(
      id: id, text: text, picked: picked, isChosen: isChosen, exact: isSaid ? nil : exact, reading: reading)
  }
}

extension SheetReader {
  /// Splits the active field's text into lines: `1000 TRY + 5500 USD / 2` becomes two.
  ///
  /// Returns a list whose field holds one amount in its picker's currency unchanged.
  mutating func split(_ sheet: Sheet) -> Sheet {
    guard sheet.activeLine.isUnsplit else { return withSigns(sheet) }
    let field = sheet.activeLine
    let reading = field.reading
    let isAlone = !sheet.lines.contains { $0.id != field.id && !$0.isEmpty }
    var lines: [SheetLine] = []
    for (index, line) in reading.lines.enumerated() {
      let id = index == 0 ? field.id : CalculationLine.ID(sheet.nextID.number + index - 1)
      // An amount without a currency has the chosen one, whatever follows it.
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
    split.take(reading.rates)
    return withSigns(split)
  }

  /// Lists of several lines show their signs in one column, so a typed minus becomes the line's sign.
  private mutating func withSigns(_ sheet: Sheet) -> Sheet {
    guard sheet.lines.count > 1 else { return sheet }
    var sheet = sheet
    for (index, line) in sheet.lines.enumerated() where line.sign == .plus && line.beginsWithMinus {
      let bare = String(line.text.drop { $0.isWhitespace }.dropFirst().drop { $0.isWhitespace })
      let reading = field(bare)
      guard let number = line.reading.line.number, reading.line.number == -number else { continue }
      sheet.edit {
        $0.lines[index].write(bare, reading: reading, exact: line.exact.map { -$0 })
        $0.lines[index].sign = .minus
      }
    }
    return sheet
  }

  /// Takes one line out of a longer text. Its words then don't repeat the currency.
  mutating func own(_ line: CalculationLine, id: CalculationLine.ID, picked: Currency) -> SheetLine {
    let namesNone = line.amountText != line.text || line.currenciesNamed.isEmpty
    let reading = line.text.isEmpty ? .empty : namesNone ? field(line.amountText) : LineReading(line)
    return SheetLine(
      id: id, sign: line.sign, text: line.amountText, picked: picked, isChosen: line.currency == picked,
      reading: reading)
  }
}
