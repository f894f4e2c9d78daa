// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// Converts plain rows fast, with 64-bit numbers. A plain row has an amount of digits with the table's decimal
/// separator, a currency code of three capital letters, and a day such as 2026-10-30 or 30.10.2026.
/// `TableConversion` converts all other rows. For plain rows, it would write the same bytes.
struct PlainRows: Sendable {
  struct Row: Sendable {
    var coefficient: UInt64 = 0
    /// The position of the row's first entry in `PlainRates`, counted from 1. 0 if unknown.
    var place: UInt32 = 0
    var day: Int32 = 0
    /// The offset of the row's first byte. `body`: the offset after the last field. `end`: the offset of the next row.
    var start: UInt32
    var body: UInt32
    var end: UInt32
    /// The number of the row's currency, or `other`.
    var from = Row.other
    /// The number of fields that are missing at the end of the row.
    var missing: UInt16 = 0
    var scale: UInt8 = 0
    var isNegative = false

    /// Marks a row that isn't plain.
    static let other = UInt16.max

    var key: PlainRates.Key { PlainRates.Key(from: from, day: day) }
  }

  struct Reading: Sendable {
    var rows: [Row] = []
    var unknown: [PlainRates.Key] = []
  }

  struct Writing: Sendable {
    var bytes: [UInt8] = []
    /// The rows that weren't written, each with the number of bytes that were written before it.
    var others: [(row: Int, length: Int)] = []
  }

  // These values are computed, because each read of a stored static value would check whether it is initialised.
  private static var comma: UInt8 { UInt8(ascii: ",") }
  private static var point: UInt8 { UInt8(ascii: ".") }
  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var minus: UInt8 { UInt8(ascii: "-") }
  /// The maximum number of bytes of a value with its separators.
  private static let longestValue = 32

  private let powers: [UInt64] = (0..<19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
  private let pairs: [UInt8] = (0..<100).flatMap { [UInt8(ascii: "0") + $0 / 10, UInt8(ascii: "0") + $0 % 10] }
  private let separator: UInt8
  private let decimal: UInt8
  private let width: Int
  private let hasMixedNumbers: Bool
  /// Whether a date such as 10/11/2026 begins with the month. Nil if the table contains both orders.
  private let isMonthFirst: Bool?
  private let columns: PlainColumns
  private let fixedDay: Day?
  /// The number of the source currency if all rows have the same currency. Otherwise nil.
  private let fixedFrom: UInt16?
  private let lastColumn: Int
  private var known = [Bool](repeating: false, count: Currency.count)
  /// The number of decimals of each target currency.
  private let places: [Int]
  /// The last fields, which are the same in all rows.
  private let end: [UInt8]

  /// Creates a converter. Nil if the rows of this table need more than an amount, a day and a currency.
  init?(_ form: TableForm, _ fields: TableFields, _ catalogue: CurrencyCatalogue) {
    guard form.rule?.rule != .monthAverage, !form.needsDirectionMark, !form.hasAccounts, form.ruleColumn == nil,
      form.share == .one, !form.hasMinorUnits, form.scale == 0, !form.targets.isEmpty, let from = form.from,
      let columns = PlainColumns(form)
    else { return nil }
    self.columns = columns
    (separator, width, hasMixedNumbers) = (form.separator, form.width, form.hasMixedNumbers)
    decimal = form.decimal == .comma ? Self.comma : Self.point
    isMonthFirst = form.hasMixedDates ? nil : form.dates == .monthFirst
    if form.usesLatest { return nil }
    fixedDay = if case .fixed(let day) = form.day { day } else { nil }
    fixedFrom = if case .fixed(let currency) = from { UInt16(currency.number) } else { nil }
    if fixedDay == nil, columns.day < 0 { return nil }
    lastColumn = max(columns.amount, columns.day, columns.from)
    for currency in catalogue.records.keys { known[currency.number] = true }
    places = form.targets.map { fields.minorUnit(of: $0) }
    guard places.allSatisfy({ (0..<10).contains($0) }) else { return nil }
    end = fields.end(form.rule)
  }

  func read(_ bytes: [UInt8], _ range: Range<Int>, _ rates: PlainRates) -> Reading {
    var reading = Reading()
    reading.rows.reserveCapacity(range.count / 24)
    bytes.withUnsafeBufferPointer { bytes in
      var start = range.lowerBound
      while start < range.upperBound {
        let row = row(bytes, from: start, rates)
        start = Int(row.end)
        if row.place == 0, row.from != Row.other { reading.unknown.append(row.key) }
        reading.rows.append(row)
      }
    }
    reading.unknown.sort()
    return reading
  }

  private func row(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ rates: PlainRates) -> Row {
    let line = columns.line(bytes, from: start)
    var row = Row(start: UInt32(start), body: UInt32(line.body), end: UInt32(line.end))
    guard line.count <= width, line.count > lastColumn, readAmount(bytes, line.amount, &row),
      let from = fixedFrom ?? currency(bytes, line.from), let day = fixedDay ?? date(bytes, line.day),
      PlainRates.days.contains(day.number)
    else { return row }
    row.missing = UInt16(truncatingIfNeeded: width - line.count)
    (row.from, row.day) = (from, day.number)
    row.place = rates.place(row.key)
    return row
  }

  private func readAmount(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: Range<Int>, _ row: inout Row) -> Bool {
    let cell = PlainColumns.unquoted(bytes, cell)
    var (coefficient, scale, digits, hasPoint, index) = (UInt64(0), UInt8(0), 0, false, cell.lowerBound)
    if index < cell.upperBound, bytes[index] == Self.minus {
      row.isNegative = true
      index += 1
    }
    while index < cell.upperBound {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit < 10 {
        guard digits < 18 else { return false }
        coefficient = coefficient &* 10 &+ UInt64(digit)
        digits += 1
        if hasPoint { scale += 1 }
      } else {
        guard bytes[index] == decimal, !hasPoint, digits > 0 else { return false }
        hasPoint = true
      }
      index += 1
    }
    guard digits > 0, !hasPoint || scale > 0, !hasMixedNumbers || scale != 3 else { return false }
    (row.coefficient, row.scale) = (coefficient, scale)
    return true
  }

  private func currency(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: Range<Int>) -> UInt16? {
    let cell = PlainColumns.unquoted(bytes, cell)
    guard cell.count == 3 else { return nil }
    var number = 0
    for index in cell {
      let letter = bytes[index] &- UInt8(ascii: "A")
      guard letter < 26 else { return nil }
      number = number * 26 + Int(letter)
    }
    return known[number] ? UInt16(number) : nil
  }

  private func date(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: Range<Int>) -> Day? {
    let cell = PlainColumns.unquoted(bytes, cell)
    guard cell.count == 10 else { return nil }
    let start = cell.lowerBound
    func number(_ offset: Int, _ count: Int) -> Int? {
      var number = 0
      for index in start + offset..<start + offset + count {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        number = number * 10 + Int(digit)
      }
      return number
    }
    if bytes[start + 4] == Self.minus, bytes[start + 7] == Self.minus {
      guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2) else { return nil }
      return Day(year: year, month: month, day: day)
    }
    let mark = bytes[start + 2]
    guard let isMonthFirst, mark == bytes[start + 5], let first = number(0, 2), let second = number(3, 2),
      let year = number(6, 4)
    else { return nil }
    switch mark {
    case Self.point: return isMonthFirst ? nil : Day(year: year, month: second, day: first)
    case Self.minus, UInt8(ascii: "/"):
      return Day(year: year, month: isMonthFirst ? first : second, day: isMonthFirst ? second : first)
    default: return nil
    }
  }

  /// Writes rows that were read. Leaves out rows that aren't plain or whose rates aren't known.
  func write(_ rows: [Row], of bytes: [UInt8], _ rates: PlainRates) -> Writing {
    guard let first = rows.first, let last = rows.last else { return Writing() }
    let each = places.count * (Self.longestValue + rates.longestText) + end.count + width + 2
    var others: [(row: Int, length: Int)] = []
    let written = [UInt8](
      unsafeUninitializedCapacity: Int(last.end - first.start) + rows.count * each
    ) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      var output = base
      bytes.withUnsafeBufferPointer { bytes in
        for (index, row) in rows.enumerated() {
          if let next = write(row, bytes, rates, at: output) {
            output = next
          } else {
            others.append((index, output - base))
          }
        }
      }
      filled = output - base
    }
    return Writing(bytes: written, others: others)
  }

  /// Writes a row and returns the end of the output. Nil if `TableConversion` must convert the row.
  private func write(
    _ row: Row, _ bytes: UnsafeBufferPointer<UInt8>, _ rates: PlainRates, at start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    guard row.from != Row.other, case let place = row.place > 0 ? row.place : rates.place(row.key), place > 0 else {
      return nil
    }
    var output = start
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let source = bytes.baseAddress else { return }
      output.update(from: source, count: bytes.count)
      output += bytes.count
    }
    append(UnsafeBufferPointer(rebasing: bytes[Int(row.start)..<Int(row.body)]))
    for _ in 0..<row.missing {
      output.pointee = separator
      output += 1
    }
    for target in places.indices {
      let entry = rates.entry(place, target: target)
      guard let next = write(row, entry, places[target], at: output) else { return nil }
      output = next
      rates.text(entry, append)
    }
    end.withUnsafeBufferPointer(append)
    append(UnsafeBufferPointer(rebasing: bytes[Int(row.body)..<Int(row.end)]))
    return output
  }

  /// Writes a separator and the converted value. Nil if the value is too large, or too small for the usual decimals.
  private func write(
    _ row: Row, _ entry: PlainRates.Entry, _ places: Int, at start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    let (product, isLost) = row.coefficient.multipliedReportingOverflow(by: entry.numerator)
    let (divisor, isWide) = entry.denominator.multipliedReportingOverflow(by: powers[Int(row.scale)])
    guard !isLost, !isWide, entry.numerator > 0 else { return nil }
    let dividend = product.multipliedFullWidth(by: powers[places])
    guard dividend.high < divisor else { return nil }
    let (whole, remainder) =
      dividend.high == 0
      ? dividend.low.quotientAndRemainder(dividingBy: divisor) : divisor.dividingFullWidth(dividend)
    let lost = min(remainder, divisor - remainder)
    // If rounding would change a small value by more than 1 %, `TableConversion` converts the row instead.
    guard whole >= 50 || row.coefficient == 0 || UInt128(lost) * 100 <= Self.wide(dividend) else { return nil }
    let isRoundedUp = remainder > 0 && lost == divisor - remainder
    guard !isRoundedUp || whole < .max else { return nil }
    return write(isRoundedUp ? whole + 1 : whole, places, isNegative: row.isNegative, at: start)
  }

  private static func wide(_ number: (high: UInt64, low: UInt64)) -> UInt128 {
    UInt128(number.high) << 64 | UInt128(number.low)
  }

  private func write(
    _ number: UInt64, _ places: Int, isNegative: Bool, at start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let isQuoted = decimal == separator && places > 0
    var output = start
    func append(_ byte: UInt8) {
      output.pointee = byte
      output += 1
    }
    append(separator)
    if isQuoted { append(Self.quote) }
    if isNegative, number > 0 { append(Self.minus) }
    let (whole, part) = number.quotientAndRemainder(dividingBy: powers[places])
    output += write(whole, width: 1, at: output)
    if places > 0 {
      append(decimal)
      output += write(part, width: places, at: output)
    }
    if isQuoted { append(Self.quote) }
    return output
  }

  /// Writes a number with at least `width` digits. Returns the number of digits.
  private func write(_ number: UInt64, width: Int, at start: UnsafeMutablePointer<UInt8>) -> Int {
    let count = max(width, powers.firstIndex { number < $0 } ?? (number < 10_000_000_000_000_000_000 ? 19 : 20))
    var (index, rest) = (count, number)
    pairs.withUnsafeBufferPointer { pairs in
      while index >= 2 {
        let pair = Int(rest % 100) * 2
        rest /= 100
        (start[index - 2], start[index - 1]) = (pairs[pair], pairs[pair + 1])
        index -= 2
      }
      if index == 1 { start[0] = UInt8(ascii: "0") + UInt8(rest % 10) }
    }
    return count
  }
}

/// The columns that a plain row needs (see `PlainRows`). `line` finds their cells in the bytes of a row.
struct PlainColumns: Sendable {
  struct Line {
    var amount = 0..<0
    var day = 0..<0
    var from = 0..<0
    var count = 0
    /// The offset after the last field's last byte. `end`: the offset of the next line.
    var body = 0
    var end = 0
  }

  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  private static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var space: UInt8 { UInt8(ascii: " ") }

  let separator: UInt8
  let amount: Int
  /// The column of days, or -1 if all rows have the same day.
  let day: Int
  let from: Int

  /// Creates the columns. Nil if digits alone don't make a plain row, for example if a column determines the sign.
  init?(_ form: TableForm) {
    guard form.debit == nil, form.direction == nil, !form.hasOnlyDebits, form.section == nil else { return nil }
    if let names = form.names, names.indices.contains(form.amount), names[form.amount].contains(where: \.isNumber) {
      return nil
    }
    (separator, amount, day, from) = (form.separator, form.amount, form.column(.day) ?? -1, form.column(.from) ?? -1)
  }

  /// Finds the cells of the row at `start`, including quotation marks. The row ends at the next line feed.
  func line(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Line {
    var (line, begin, position) = (Line(), start, start)
    while true {
      let byte = bytes[position]
      guard byte == separator || byte == Self.lineFeed else {
        let isOpening = byte == Self.quote && bytes[begin..<position].allSatisfy { $0 == Self.space }
        position = isOpening ? RecordScanner.closing(bytes, after: position) ?? position + 1 : position + 1
        continue
      }
      let isLast = byte == Self.lineFeed
      let isReturned = isLast && position > begin && bytes[position - 1] == Self.carriageReturn
      let end = isReturned ? position - 1 : position
      if line.count == amount { line.amount = begin..<end }
      if line.count == day { line.day = begin..<end }
      if line.count == from { line.from = begin..<end }
      line.count += 1
      position += 1
      begin = position
      guard isLast else { continue }
      (line.body, line.end) = (end, position)
      return line
    }
  }

  static func unquoted(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: Range<Int>) -> Range<Int> {
    guard cell.count > 2, bytes[cell.lowerBound] == quote, bytes[cell.upperBound - 1] == quote else { return cell }
    return cell.lowerBound + 1..<cell.upperBound - 1
  }
}

/// Caches the rates of plain rows as fractions of two 64-bit numbers. Each rate has its text for the output.
struct PlainRates: Sendable {
  struct Entry {
    /// Zero if the rate isn't a fraction of 64-bit numbers. `TableConversion` then converts the rows with this rate.
    let numerator: UInt64
    let denominator: UInt64
    /// The index of the block with the text. `offset`: the text's start in the block. `length`: the text's length.
    fileprivate let block: UInt32
    fileprivate let offset: UInt16
    fileprivate let length: UInt16
  }

  /// Rates that were calculated but aren't in the cache yet.
  struct Batch: Sendable {
    fileprivate struct Part {
      let numerator: UInt64
      let denominator: UInt64
      let text: Range<Int>
    }

    /// Each key with the index of its group in `groups`. The index is -1 if a `Resolver` must convert the row.
    fileprivate var keys: [(key: Key, group: Int)] = []
    /// A currency's rates for all targets on a day. `newest`: the day of the newest rate used, nil if unknown.
    fileprivate var groups: [(from: UInt16, newest: Int32?, parts: Range<Int>)] = []
    fileprivate var parts: [Part] = []
    fileprivate var texts: [UInt8] = []

    fileprivate mutating func append(_ rate: Rational, _ text: Range<Int>) {
      let (numerator, denominator) = rate.words ?? (0, 1)
      let isPositive = numerator > 0 && text.count <= UInt8.max
      parts.append(
        Part(
          numerator: isPositive ? numerator.magnitude : 0, denominator: denominator.magnitude,
          text: isPositive ? text : 0..<0))
    }
  }

  struct Key: Hashable, Comparable, Sendable {
    let from: UInt16
    let day: Int32

    static func < (a: Key, b: Key) -> Bool { a.from == b.from ? a.day < b.day : a.from < b.from }
  }

  /// The days that can be cached, from 1970 to 2105.
  static let days = Int32(0)..<49_710
  private static let mostEntries = 1 << 19
  private static let blockSize = 1 << 16

  let targets: [Currency]
  private let rule: NamedRule?
  private let fields: TableFields
  /// The index in `byDay` for each currency number. -1 if the currency has no index yet.
  private var indices = [Int16](repeating: -1, count: Currency.count)
  /// The position in `entries` of the first target's entry, by currency and day. Counted from 1, and 0 means unknown.
  private var byDay: [[UInt32]] = []
  /// The position in `entries` by currency and by the newest rate's day, so days with the same rates share entries.
  private var byNewest: [[UInt32]] = []
  private var entries: [Entry] = []
  private var blocks: [[UInt8]] = []
  private(set) var longestText = 0

  init(_ form: TableForm, _ fields: TableFields) {
    (targets, rule, self.fields) = (form.targets, form.rule, fields)
  }

  func place(_ key: Key) -> UInt32 { place(key, byDay) }

  func entry(_ place: UInt32, target: Int) -> Entry { entries[Int(place) - 1 + target] }

  func text<Result>(_ entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    blocks[Int(entry.block)].withUnsafeBufferPointer { block in
      body(UnsafeBufferPointer(rebasing: block[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)]))
    }
  }

  mutating func limit() {
    guard entries.count > Self.mostEntries else { return }
    indices = [Int16](repeating: -1, count: Currency.count)
    (byDay, byNewest, entries, blocks) = ([], [], [], [])
  }

  /// Calculates the rates for `keys`, which must be in ascending order.
  func batch(_ keys: ArraySlice<Key>, _ direct: DirectRates?) -> Batch {
    var batch = Batch()
    let source = fields.field(direct?.provider.id.name ?? "")
    var rates: [(value: Rational, oldest: Day?)] = []
    next: for key in keys {
      rates.removeAll(keepingCapacity: true)
      let (from, day) = (Currency(number: Int(key.from)), Day(number: key.day))
      var newest = Int32.min
      for target in targets {
        if target == from, let path = direct?.route(from: from, to: from, on: day, by: rule) {
          rates.append((path.value, nil))
        } else if let rate = direct?.rate(from: from, to: target, on: day, by: rule) {
          rates.append((rate.value, rate.oldest))
          newest = max(newest, rate.newest.number)
        } else {
          batch.keys.append((key, -1))
          continue next
        }
      }
      if newest == .min { newest = key.day }
      if let last = batch.groups.last, last.from == key.from, last.newest == newest {
        batch.keys.append((key, batch.groups.count - 1))
        continue
      }
      let start = batch.parts.count
      for (value, oldest) in rates {
        let text = batch.texts.count
        if let oldest {
          fields.append(value, source: source, observed: oldest, to: &batch.texts)
        } else {
          batch.texts += fields.same
        }
        batch.append(value, text..<batch.texts.count)
      }
      batch.keys.append((key, batch.groups.count))
      batch.groups.append((key.from, newest, start..<batch.parts.count))
    }
    return batch
  }

  mutating func add(_ batch: Batch, _ book: inout PathCache) {
    var places: [UInt32] = []
    for group in batch.groups { places.append(add(group, batch)) }
    for (key, group) in batch.keys {
      guard let place = group < 0 ? known(key, &book) : places[group] else { continue }
      let index = index(of: key.from)
      Self.set(place, key.day, &byDay[index])
    }
  }

  private mutating func add(_ group: (from: UInt16, newest: Int32?, parts: Range<Int>), _ batch: Batch) -> UInt32 {
    let key = group.newest.map { Key(from: group.from, day: $0) }
    if let key, case let place = place(key, byNewest), place > 0 { return place }
    let place = UInt32(entries.count + 1)
    for part in batch.parts[group.parts] { append(part, batch.texts[part.text]) }
    if let key {
      let index = index(of: key.from)
      Self.set(place, key.day, &byNewest[index])
    }
    return place
  }

  private mutating func known(_ key: Key, _ book: inout PathCache) -> UInt32? {
    let (from, day) = (Currency(number: Int(key.from)), Day(number: key.day))
    var batch = Batch()
    for target in targets {
      guard case .success(let entry)? = book.entry(PathCache.Key(from: from, to: target, day: day)),
        case .rate(let rate) = entry.way
      else { return nil }
      let start = batch.texts.count
      batch.texts += entry.tail
      batch.append(rate, start..<batch.texts.count)
    }
    return add((key.from, nil, batch.parts.indices), batch)
  }

  private mutating func append(_ part: Batch.Part, _ text: ArraySlice<UInt8>) {
    if blocks.last.map({ $0.count + text.count > Self.blockSize }) ?? true {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
    }
    let last = blocks.count - 1
    entries.append(
      Entry(
        numerator: part.numerator, denominator: part.denominator, block: UInt32(last),
        offset: UInt16(truncatingIfNeeded: blocks[last].count), length: UInt16(text.count)))
    blocks[last] += text
    longestText = max(longestText, text.count)
  }

  private func place(_ key: Key, _ days: [[UInt32]]) -> UInt32 {
    let index = Int(indices[Int(key.from)])
    guard index >= 0, Int(key.day) < days[index].count, key.day >= 0 else { return 0 }
    return days[index][Int(key.day)]
  }

  private mutating func index(of from: UInt16) -> Int {
    if indices[Int(from)] < 0 {
      indices[Int(from)] = Int16(byDay.count)
      byDay.append([])
      byNewest.append([])
    }
    return Int(indices[Int(from)])
  }

  private static func set(_ place: UInt32, _ day: Int32, _ days: inout [UInt32]) {
    guard day >= 0 else { return }
    if day >= days.count {
      days += [UInt32](repeating: 0, count: (Int(day) / 366 + 1) * 366 - days.count)
    }
    days[Int(day)] = place
  }
}
