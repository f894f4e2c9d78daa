// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

struct TableRow {
  let amount: Rational
  var key: PathCache.Key
}

struct TableCells {
  private let form: TableForm
  private let known: Set<Currency>
  private let catalogue: CurrencyCatalogue
  private let decimal: UInt8
  /// Whether digits alone are a complete amount, because no word or other column determines the sign.
  private let isPlain: Bool
  /// Whether the amounts are rates. A rate of a penny is multiplied by 100 to get the rate of a pound.
  private let areRates: Bool
  private let money: MoneyWords
  /// The rule of all rows, followed by the rules that rows name. `PathCache.Key.rule` is an index in this list.
  private var rules: [NamedRule?]
  private var rulePlaces: [String: UInt8] = [:]

  init(_ form: TableForm, reader: CalculationReader, catalogue: CurrencyCatalogue, areRates: Bool = false) {
    self.form = form
    self.areRates = areRates
    rules = [form.rule]
    self.catalogue = catalogue
    known = Set(catalogue.records.keys)
    money = MoneyWords(reader, catalogue)
    decimal = form.decimal == .comma ? UInt8(ascii: ",") : UInt8(ascii: ".")
    isPlain = form.debit == nil && form.direction == nil && !form.hasOnlyDebits && !form.needsDirectionMark
  }

  mutating func read(_ input: TableInput) -> Result<TableRow, RowFault> {
    do throws(RowFault) {
      if input.fields.count > form.width, input.fields[form.width...].contains(where: { !input.bytes[$0].isEmpty }) {
        throw RowFault(reason: .tooManyCells(input.fields.count, expected: form.width), column: nil)
      }
      if form.unbooked.contains(input.row) {
        let status = form.statuses.first { form.isUnbooked(input.text($0.key) ?? "", $0.value) }?.key
        throw RowFault(reason: .notBooked(status.flatMap(input.text)?.trimmed() ?? ""), column: status)
      }
      let (amount, own, isDebit) = try amount(input)
      let (from, share) = try from(input, own, isDebit ? form.fromOfDebits ?? form.from : form.from)
      let to: Currency
      switch form.to {
      case .fixed(let currency): to = currency
      case .column(let column):
        let found = try currency(input, column)
        // A code such as GBp means pence, but the target must be a whole currency.
        guard found.share == .one else { throw RowFault(reason: .currency(input.text(column) ?? ""), column: column) }
        to = found.currency
      }
      let key = PathCache.Key(from: from, to: to, day: try day(input), rule: try rule(input))
      if areRates { return .success(TableRow(amount: amount * share.reciprocal, key: key)) }
      let isMinor = form.hasMinorUnits && share == .one && own == nil
      var part = isMinor ? Rational.powerOfTen(-catalogue.minorUnit(of: from)) : share
      // An amount such as "10 TEUR" already has a scale, so the scale of the table isn't applied.
      if form.scale > 0, own.map({ $0.share <= .one }) ?? true { part = part * Rational.powerOfTen(form.scale) }
      return .success(TableRow(amount: part == .one ? amount : amount * part, key: key))
    } catch {
      return .failure(error)
    }
  }

  func rule(of key: PathCache.Key) -> NamedRule? { rules[Int(key.rule)] }

  private mutating func rule(_ input: TableInput) throws(RowFault) -> UInt8 {
    guard let column = form.ruleColumn, let text = input.text(column), !text.isEmpty else { return 0 }
    if let known = rulePlaces[text] { return known }
    guard let rule = NamedRule(cell: text) else { throw RowFault(reason: .rule(text), column: column) }
    let place = rules.firstIndex(of: rule) ?? rules.count
    if place == rules.count { rules.append(rule) }
    if rulePlaces.count > 1_000 { rulePlaces.removeAll() }
    rulePlaces[text] = UInt8(place)
    return UInt8(place)
  }

  private mutating func from(
    _ input: TableInput, _ own: TableMoney?, _ source: TableForm.Source<Currency>?
  ) throws(RowFault) -> (Currency, share: Rational) {
    switch source {
    case .fixed(let currency):
      guard let own else { return (currency, form.share) }
      return try agreed(own, TableMoney(currency: currency, share: form.share))
    case .column(let column):
      if let own, input.text(column)?.trimmed().isEmpty ?? true { return (own.currency, own.share) }
      let found = try currency(input, column)
      guard let own else { return (found.currency, found.share) }
      return try agreed(own, found)
    case nil:
      if let own { return (own.currency, own.share) }
      throw RowFault(reason: .currency(""), column: form.amount)
    }
  }

  private func agreed(_ own: TableMoney, _ other: TableMoney) throws(RowFault) -> (Currency, share: Rational) {
    guard own.currency == other.currency || own.candidates.contains(other.currency) else {
      throw RowFault(reason: .otherCurrency(own.currency, column: other.currency), column: form.amount)
    }
    // An amount such as "£64.59" is in pounds, so a column or heading of pence contradicts it.
    guard own.share != .one || other.share >= .one else {
      throw RowFault(reason: .otherCurrency(own.currency, column: other.currency), column: form.amount)
    }
    // The other cell's currency decides the size of a subunit: 2500 fils are 25 AED but 2.5 KWD.
    let isShared = own.currency != other.currency && own.share < .one
    let share = isShared ? Rational.powerOfTen(-catalogue.minorUnit(of: other.currency)) : own.share
    return (other.currency, share == .one ? other.share : share)
  }

  private mutating func currency(_ input: TableInput, _ column: Int) throws(RowFault) -> TableMoney {
    guard input.fields.indices.contains(column) else { throw RowFault(reason: .currency(""), column: column) }
    let field = input.bytes[input.fields[column]]
    if field.allSatisfy({ $0 < 0x60 }), let code = Currency(ascii: field), known.contains(code) {
      return TableMoney(currency: code)
    }
    let text = (input.text(column) ?? "").trimmed()
    if form.hasAccounts, column == form.column(.from) {
      guard let found = money.mentioned(in: text) else { throw RowFault(reason: .currency(text), column: column) }
      return TableMoney(currency: found)
    }
    if let first = text.first, form.codePrefixes.contains(first), text.utf8.count == 4,
      let code = Currency(String(text.dropFirst())), known.contains(code)
    {
      return TableMoney(currency: code)
    }
    guard let found = money.money(text) else { throw RowFault(reason: .currency(text), column: column) }
    return found
  }

  private func day(_ input: TableInput) throws(RowFault) -> Day? {
    switch form.day {
    case .fixed(let day): return day
    case .column(let column):
      let field = input.bytes[input.fields.indices.contains(column) ? input.fields[column] : 0..<0]
      guard let cell = DateCell(field) else { throw RowFault(reason: .day(RecordText.text(field)), column: column) }
      if let day = cell.day(form.dates) {
        guard form.hasMixedDates, let other = cell.day(form.dates == .dayFirst ? .monthFirst : .dayFirst), other != day
        else {
          return day
        }
        throw RowFault(reason: .ambiguousDay(RecordText.text(field), day, other), column: column)
      }
      // If the column contains both orders of day and month, only an unambiguous date is used.
      guard form.hasMixedDates, let day = cell.day(.dayFirst) ?? cell.day(.monthFirst) else {
        throw RowFault(reason: .day(RecordText.text(field)), column: column)
      }
      return day
    }
  }

  private mutating func amount(_ input: TableInput) throws(RowFault) -> Amount {
    if let debit = form.debit { return try oneOf(input, debit) }
    let field = input.bytes[input.fields.indices.contains(form.amount) ? input.fields[form.amount] : 0..<0]
    if isPlain, let plain = plain(field) { return (plain, nil, false) }
    let text = RecordText.text(field)
    guard let (value, money, isWritten) = try read(text, form.amount) else {
      throw RowFault(reason: .amount(CalculationError(.noAmount, at: 0..<0), text), column: form.amount)
    }
    guard let column = form.direction else {
      let isUnsigned = form.hasOnlyDebits && AmountCell(text)?.direction == nil
      return (isUnsigned ? -value : value, money, isUnsigned)
    }
    let word = (input.text(column) ?? "").trimmed()
    guard let direction = Direction(word: word) else { throw RowFault(reason: .direction(word), column: column) }
    if form.hasSignedDirections { return (value, money, false) }
    if form.hasNegatedCredits { return (-value, money, false) }
    if isWritten { throw RowFault(reason: .contradiction(text, word), column: form.amount) }
    return (direction == .out ? -value : value, money, false)
  }

  private typealias Amount = (value: Rational, money: TableMoney?, isDebit: Bool)

  private mutating func oneOf(_ input: TableInput, _ debit: Int) throws(RowFault) -> Amount {
    let texts = (out: (input.text(debit) ?? "").trimmed(), into: (input.text(form.amount) ?? "").trimmed())
    let (out, into) = (try read(texts.out, debit), try read(texts.into, form.amount))
    if let into, out.map({ $0.value.signum == 0 }) ?? true {
      return (form.hasNegatedCredits ? -into.value : into.value, into.money, false)
    }
    guard let out else {
      throw RowFault(reason: .amount(CalculationError(.noAmount, at: 0..<0), ""), column: form.amount)
    }
    guard into.map({ $0.value.signum == 0 }) ?? true else {
      throw RowFault(reason: .twoAmounts(texts.out, texts.into), column: debit)
    }
    return (form.hasSignedDebits ? out.value : -out.value, out.money, true)
  }

  /// Returns the amount of a cell with its sign. Nil for an empty cell. `isWritten`: whether the cell contains a minus.
  private mutating func read(
    _ text: String, _ column: Int
  ) throws(RowFault) -> (value: Rational, money: TableMoney?, isWritten: Bool)? {
    if text.isEmpty || Self.blanks.contains(text.lowercased()) { return nil }
    guard let cell = AmountCell(text) else { throw RowFault(reason: .notAmount(text), column: column) }
    var value = try number(cell, text, column)
    var direction = cell.direction
    var words = cell.money
    if direction == nil, form.hasDirectionLetters, let letter = cell.letter {
      direction = Direction(letter: letter)
      words.removeAll { $0.lowercased() == letter }
    }
    if cell.isNegative {
      if direction != nil { throw RowFault(reason: .contradiction(text, text), column: column) }
      value = -value
    } else if direction == .out {
      value = -value
    } else if direction == nil, form.needsDirectionMark, value.signum != 0 {
      throw RowFault(reason: .direction(""), column: column)
    }
    var found: TableMoney?
    if words.count > 1, let scaled = money.money(words.joined(separator: " ")), scaled.share > .one {
      (found, words) = (scaled, [])
    }
    for word in words {
      guard let next = money.money(word) else { throw RowFault(reason: .currencyBeside(word, text), column: column) }
      if let before = found {
        guard
          before.currency == next.currency || before.candidates.contains(next.currency)
            || next.candidates.contains(before.currency)
        else { throw RowFault(reason: .otherCurrency(before.currency, column: next.currency), column: column) }
        if !next.candidates.isEmpty { continue }
      }
      found = next
    }
    return (value, found, cell.isNegative)
  }

  private static let blanks: Set<String> = ["-", "--", "\u{2013}", "\u{2014}", "n/a", "null", "none"]

  private func number(_ cell: AmountCell, _ text: String, _ column: Int) throws(RowFault) -> Rational {
    let (own, other) = (cell.number.value(form.decimal), cell.number.value(form.decimal == .point ? .comma : .point))
    if form.symbols.isPlain, !cell.number.separators.allSatisfy({ $0 == .point }) || cell.number.separators.count > 1 {
      throw RowFault(reason: .notAmount(text), column: column)
    }
    guard let value = own ?? other else { throw RowFault(reason: .notAmount(text), column: column) }
    if form.hasMixedNumbers, let own, let other, own != other {
      throw RowFault(reason: .ambiguousNumber(text, own, other), column: column)
    }
    return value
  }

  /// Reads digits with the table's decimal separator fast. Nil for any other cell.
  private func plain(_ cell: ArraySlice<UInt8>) -> Rational? {
    var (coefficient, scale, digits, hasPoint) = (UInt64(0), UInt8(0), 0, false)
    let isNegative = cell.first == UInt8(ascii: "-")
    for byte in isNegative ? cell.dropFirst() : cell {
      if byte == decimal, !hasPoint, digits > 0 {
        hasPoint = true
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10, digits < 18 else { return nil }
      coefficient = coefficient * 10 + UInt64(digit)
      digits += 1
      if hasPoint { scale += 1 }
    }
    // Three digits after a separator are ambiguous in a table with two number formats.
    guard digits > 0, !hasPoint || scale > 0, !form.hasMixedNumbers || scale != 3 else { return nil }
    let number = PublishedNumber(coefficient: coefficient, scale: scale).rational
    return isNegative ? -number : number
  }
}
