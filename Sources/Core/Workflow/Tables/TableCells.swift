// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// The conversion that a table row needs.
struct TableRow {
  let amount: Rational
  let key: PathCache.Key
}

/// Reads the cells of a row in the form of its table.
struct TableCells {
  private let form: TableForm
  private let reader: CalculationReader
  private let known: Set<Currency>
  private let decimal: UInt8
  /// Texts read before: a table has few currencies, with many rows each.
  private var currencies: [String: Currency] = [:]
  /// The rule of all rows, then those named by rows. A key has an index.
  private var rules: [NamedRule?]
  private var rulePlaces: [String: UInt8] = [:]

  init(_ form: TableForm, reader: CalculationReader, catalogue: CurrencyCatalogue) {
    self.form = form
    self.reader = reader
    rules = [form.rule]
    known = Set(catalogue.records.keys)
    decimal = form.symbols.decimal == "," ? UInt8(ascii: ",") : UInt8(ascii: ".")
  }

  mutating func read(_ input: TableInput) -> Result<TableRow, RowFault> {
    do throws(RowFault) {
      let (amount, own) = try amount(input)
      let from = try from(input, own)
      let to: Currency
      switch form.to {
      case .fixed(let currency): to = currency
      case .column(let column): to = try currency(input, column)
      }
      let key = PathCache.Key(from: from, to: to, day: try day(input), rule: try rule(input))
      return .success(TableRow(amount: amount, key: key))
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

  private mutating func from(_ input: TableInput, _ own: Currency?) throws(RowFault) -> Currency {
    switch form.from {
    case .fixed(let currency):
      guard let own, own != currency else { return currency }
      throw RowFault(reason: .otherCurrency(own, column: currency), column: form.amount)
    case .column(let column):
      if let own, input.fields.indices.contains(column), input.fields[column].isEmpty { return own }
      let currency = try currency(input, column)
      guard let own, own != currency else { return currency }
      throw RowFault(reason: .otherCurrency(own, column: currency), column: form.amount)
    case nil:
      if let own { return own }
      throw RowFault(reason: .currency(""), column: form.amount)
    }
  }

  private mutating func currency(_ input: TableInput, _ column: Int) throws(RowFault) -> Currency {
    guard input.fields.indices.contains(column) else { throw RowFault(reason: .currency(""), column: column) }
    if let code = Currency(ascii: input.bytes[input.fields[column]]), known.contains(code) { return code }
    let text = input.text(column) ?? ""
    if let known = currencies[text] { return known }
    guard let list = try? reader.currencies(text).list, let only = list.first, list.count == 1 else {
      throw RowFault(reason: .currency(text), column: column)
    }
    if currencies.count > 1_000 { currencies.removeAll() }
    currencies[text] = only
    return only
  }

  private func day(_ input: TableInput) throws(RowFault) -> Day? {
    switch form.day {
    case .fixed(let day): return day
    case .column(let column):
      let range = input.fields.indices.contains(column) ? input.fields[column] : 0..<0
      if let day = form.dates.day(input.bytes[range]) { return day }
      // In quotation marks, or with spaces around it.
      let text = (input.text(column) ?? "").filter { !$0.isWhitespace || $0 == " " }.drop { $0 == " " }
      guard let day = form.dates.day(Array(text.utf8)[...]) else {
        throw RowFault(reason: .day(input.text(column) ?? ""), column: column)
      }
      return day
    }
  }

  private func amount(_ input: TableInput) throws(RowFault) -> (value: Rational, currency: Currency?) {
    let range = input.fields.indices.contains(form.amount) ? input.fields[form.amount] : 0..<0
    if let plain = plain(input.bytes[range]) { return (plain, nil) }
    let text = input.text(form.amount) ?? ""
    let read: (value: Rational, currency: Currency?, notes: [ReadingNote])
    do throws(CalculationError) { read = try reader.amount(text) } catch {
      throw RowFault(reason: .amount(error, text), column: form.amount)
    }
    for note in form.hasMixedNumbers ? read.notes : [] {
      guard case .ambiguousNumber(let value, let other) = note.kind else { continue }
      throw RowFault(reason: .doubtful(text, value, other), column: form.amount)
    }
    return (read.value, read.currency)
  }

  /// Digits with the table's decimal separator, the usual case; nil for anything else.
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
    // Three digits after a separator are ambiguous in a table with two number forms.
    guard digits > 0, !hasPoint || scale > 0, !form.hasMixedNumbers || scale != 3 else { return nil }
    let number = PublishedNumber(coefficient: coefficient, scale: scale).rational
    return isNegative ? -number : number
  }
}
