// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import KursItems
public import KursModel

public struct RowFault: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case amount(CalculationError, String)
    case notAmount(String)
    case ambiguousNumber(String, Rational, Rational)
    case twoAmounts(String, String)
    /// The row's text where other rows have a word such as "debit" or "credit". Empty if the row has no text there.
    case direction(String)
    /// The amount has a minus, although a word such as "debit" already determines its sign.
    case contradiction(String, String)
    case currency(String)
    case currencyBeside(String, String)
    case otherCurrency(Currency, column: Currency)
    case day(String)
    case ambiguousDay(String, Day, Day)
    case notBooked(String)
    case rule(String)
    case rate(RateError)
    case tooManyCells(Int, expected: Int)
    case repeatedHead
    case otherTable
  }

  public let reason: Reason
  /// The column with the fault, counted from 0. Nil if the fault isn't in one column.
  public let column: Int?
}

public struct TableOutcome: Sendable {
  /// The number of rows with an amount or a fault, without the headings.
  public private(set) var rows = 0
  public private(set) var faults = 0
  /// The first fault and its row, counted from 1.
  public var first: (row: Int, fault: RowFault)? { failed.first }
  public private(set) var failed: [(row: Int, fault: RowFault)] = []
  /// The numbers of the first lines that were copied unchanged: lines before and after the table, and of other tables.
  public private(set) var skipped: [Int] = []
  public private(set) var skippedCount = 0
  private static let most = 1_000

  mutating func count(_ fault: RowFault?, row: Int) {
    rows += 1
    guard let fault else { return }
    faults += 1
    if failed.count < Self.most { failed.append((row, fault)) }
  }

  mutating func count(plain count: Int) { rows += count }

  mutating func skip(row: Int) {
    skippedCount += 1
    if skipped.count < Self.most { skipped.append(row) }
  }
}

extension TableForm {
  var hasRules: Bool { rule != nil || ruleColumn != nil || usesLatest }

  /// The names of the fields added to each row. Each target has separate fields.
  var added: [String] {
    let one = ["value", "rate", "source", "observed", "basis"]
    let all = targets.count > 1 ? targets.flatMap { target in one.map { "\($0)_\(target)" } } : one
    return all + (hasRules ? ["day_rule"] : []) + ["error"]
  }

  /// Whether a rule may select the rates of another day than the row's day.
  public var selectsDays: Bool { ruleColumn != nil || rule?.isStrict == true }

  /// The currencies to convert to, if they are the same for all rows.
  public var targets: [Currency] { if case .fixed(let target) = to { [target] + others } else { [] } }
}

/// Converts a table row by row. Each row keeps its fields, and the new fields follow them.
public struct TableConversion {
  private let form: TableForm
  private let word: (RowFault.Reason) -> String
  private var cells: TableCells
  private let fields: TableFields
  private var book = PathCache()
  private var rates: TableRates?
  private let plain: PlainRows?
  private var plainRates: PlainRates
  private let blockSize: Int
  private var pending: [UInt8] = []
  private var added: [UInt8] = []
  private let names: [String]

  private static let cores = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)

  /// Creates a conversion. `blockSize`: the number of bytes that are converted at once. Nil converts row by row.
  public init(
    _ form: TableForm, reader: CalculationReader, catalogue: CurrencyCatalogue, blockSize: Int? = 1 << 20,
    word: @escaping (RowFault.Reason) -> String
  ) {
    self.form = form
    self.word = word
    names = form.added
    fields = TableFields(form, catalogue)
    cells = TableCells(form, reader: reader, catalogue: catalogue)
    let isPlain = blockSize != nil && form.balances.isEmpty && form.unbooked.isEmpty
    plain = isPlain ? PlainRows(form, fields, catalogue) : nil
    plainRates = PlainRates(form, fields)
    self.blockSize = blockSize ?? 0
  }

  public typealias Resolving = (Day?, NamedRule?) async throws -> Result<Resolver, RateError>

  /// Converts all rows. A row that can't be converted gets the reason. `rates`: loads each
  /// series of rates once for most rows. `resolver`: for all other rows. Throws the errors of `input`, `resolver`, `rates` and `write`.
  public mutating func run(
    _ input: inout TableInput, resolver: Resolving, rates: TableRates? = nil,
    write: ([UInt8]) throws -> Void
  ) async throws -> TableOutcome {
    self.rates = rates
    var outcome = TableOutcome()
    input.separate(by: form.separator)
    var rows = TableRows(form)
    while true {
      if plain != nil, rows.mayBePlain(input.row + 1),
        let block = try input.block(blockSize, least: blockSize >> 6)
      {
        try await convert(block, of: &input, &rows, &outcome, resolver, write)
        continue
      }
      guard try input.advance() else { break }
      try await convert(input, &rows, &outcome, resolver)
      try writeFull(write)
    }
    if !pending.isEmpty { try write(pending) }
    return outcome
  }

  private mutating func convert(
    _ input: TableInput, _ rows: inout TableRows, _ outcome: inout TableOutcome, _ resolver: Resolving
  ) async throws {
    let role = rows.role(of: input)
    switch role {
    case .head: append(input, headings)
    case .before, .footer, .otherTable, .balance:
      if !input.isBlank { outcome.skip(row: input.row) }
      append(input, [])
    case .blank: append(input, [])
    case .repeatedHead where form.section != nil: append(input, [])
    case .repeatedHead, .otherHead:
      let fault = RowFault(reason: role == .otherHead ? .otherTable : .repeatedHead, column: nil)
      append(input, failure(fault))
      outcome.count(fault, row: input.row)
    case .row:
      let row = cells.read(input).map(monthly)
      if form.others.isEmpty {
        // Known rates need no `await`, which takes time even if nothing has to wait.
        let found = if let known = known(row) { known } else { try await look(up: row, resolver) }
        outcome.count(append(input, found), row: input.row)
      } else {
        outcome.count(try await appendAll(input, row, resolver), row: input.row)
      }
    }
  }

  private mutating func convert(
    _ block: Range<Int>, of input: inout TableInput, _ rows: inout TableRows, _ outcome: inout TableOutcome,
    _ resolver: Resolving, _ write: ([UInt8]) throws -> Void
  ) async throws {
    guard let plain else { return }
    try Task.checkCancellation()
    plainRates.limit()
    let readings = await Self.read(block, of: input.bytes, plain, plainRates)
    try await load(readings.map(\.unknown))
    let written = await Self.write(readings, of: input.bytes, plain, plainRates)
    var row = input.row
    for (reading, writing) in zip(readings, written) {
      if writing.others.isEmpty {
        try flush(write)
        try write(writing.bytes)
        rows.notePlain()
      } else {
        try await append(reading.rows, writing, after: row, &input, &rows, &outcome, resolver, write)
        guard rows.mayBePlain(input.row + 1) else { return }
      }
      outcome.count(plain: reading.rows.count - writing.others.count)
      row += reading.rows.count
    }
    input.step(to: block.upperBound, row: row)
  }

  // `read` and `write` release the rates when they return. Otherwise, adding a rate would copy all rates.
  private static func read(
    _ block: Range<Int>, of bytes: [UInt8], _ plain: PlainRows, _ rates: PlainRates
  ) async -> [PlainRows.Reading] {
    await inParallel(bytes.records(in: block, parts: parts(of: block.count))) { plain.read(bytes, $0, rates) }
  }

  private static func write(
    _ readings: [PlainRows.Reading], of bytes: [UInt8], _ plain: PlainRows, _ rates: PlainRates
  ) async -> [PlainRows.Writing] {
    await inParallel(readings) { plain.write($0.rows, of: bytes, rates) }
  }

  private static func batches(
    _ keys: [PlainRates.Key], _ direct: DirectRates?, _ rates: PlainRates
  ) async -> [PlainRates.Batch] {
    let count = parts(of: keys.count * 32)
    let slices = (0..<count).map { keys[keys.count * $0 / count..<keys.count * ($0 + 1) / count] }
    return await inParallel(slices) { rates.batch($0, direct) }
  }

  /// Appends the written plain rows, and converts the rows between them. Stops at the end of the table.
  private mutating func append(
    _ all: [PlainRows.Row], _ writing: PlainRows.Writing, after row: Int, _ input: inout TableInput,
    _ rows: inout TableRows, _ outcome: inout TableOutcome, _ resolver: Resolving, _ write: ([UInt8]) throws -> Void
  ) async throws {
    var (done, next) = (0, 0)
    for (count, other) in writing.others.enumerated() {
      if other.row > next { rows.notePlain() }
      pending += writing.bytes[done..<other.length]
      (done, next) = (other.length, other.row + 1)
      input.step(to: Int(all[other.row].start), row: row + other.row)
      guard try input.advance() else { break }
      try await convert(input, &rows, &outcome, resolver)
      try writeFull(write)
      guard rows.mayBePlain(input.row + 1) else {
        outcome.count(plain: other.row - count)
        return
      }
    }
    if next < all.count { rows.notePlain() }
    pending += writing.bytes[done...]
    try writeFull(write)
  }

  /// Calculates and stores rates that aren't known yet. `keys`: the keys of these rates, one list per parallel task.
  private mutating func load(_ keys: [[PlainRates.Key]]) async throws {
    var unknown = keys.flatMap { $0 }
    if unknown.isEmpty { return }
    unknown.sort()
    var unique: [PlainRates.Key] = []
    for key in unknown where unique.last != key { unique.append(key) }
    for from in Set(unique.map(\.from)).sorted() {
      for target in form.targets { _ = try await rates?.load(Currency(number: Int(from)), target) }
    }
    for batch in await Self.batches(unique, rates?.direct, plainRates) { plainRates.add(batch, &book) }
  }

  /// The number of parts to convert in parallel. A small table is converted on one core.
  private static func parts(of size: Int) -> Int { size < 1 << 14 ? 1 : cores }

  private static func inParallel<Part: Sendable, Made: Sendable>(
    _ parts: [Part], _ work: @escaping @Sendable (Part) -> Made
  ) async -> [Made] {
    guard parts.count > 1 else { return parts.map(work) }
    return await withTaskGroup(of: (Int, Made).self) { group in
      for (index, part) in parts.enumerated() { group.addTask { (index, work(part)) } }
      var all = [Made?](repeating: nil, count: parts.count)
      for await (index, made) in group { all[index] = made }
      return all.compactMap { $0 }
    }
  }

  /// Replaces the day with the first day of its month if the rule is the average of a month.
  private func monthly(_ row: TableRow) -> TableRow {
    guard let day = row.key.day, cells.rule(of: row.key)?.rule == .monthAverage else { return row }
    let key = PathCache.Key(
      from: row.key.from, to: row.key.to, day: ClosedRange<Day>.month(of: day).lowerBound, rule: row.key.rule)
    return TableRow(amount: row.amount, key: key)
  }

  private mutating func writeFull(_ write: ([UInt8]) throws -> Void) throws {
    if pending.count > 1 << 16 { try flush(write) }
  }

  private mutating func flush(_ write: ([UInt8]) throws -> Void) throws {
    if pending.isEmpty { return }
    try write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private typealias Found = Result<(row: TableRow, entry: PathCache.Entry), RowFault>

  /// Returns the values of a row. Nil if its rates aren't loaded yet.
  private mutating func known(_ row: Result<TableRow, RowFault>) -> Found? {
    do throws(RowFault) {
      let row = try row.get()
      guard let found = book.entry(row.key) ?? enterDirect(row.key) else { return nil }
      do throws(RateError) {
        return .success((row, try found.get()))
      } catch {
        throw RowFault(reason: .rate(error), column: nil)
      }
    } catch {
      return .failure(error)
    }
  }

  /// Finds a path in the loaded series. Nil if a series isn't loaded or if only a `Resolver` can find the path.
  private mutating func enterDirect(_ key: PathCache.Key) -> Result<PathCache.Entry, RateError>? {
    let rule = cells.rule(of: key)
    guard let day = key.day, let route = rates?.direct.route(from: key.from, to: key.to, on: day, by: rule) else {
      return nil
    }
    let entry = fields.entry(route, rule)
    book.enter(key, entry)
    return .success(entry)
  }

  /// Loads the rates of a row and returns its values. Throws if the conversion was cancelled.
  private mutating func look(
    up row: Result<TableRow, RowFault>, _ resolver: Resolving
  ) async throws -> Found {
    try Task.checkCancellation()
    if case .success(let row) = row {
      let rule = cells.rule(of: row.key)
      let isLoaded = try await row.key.day == nil ? false : rates?.load(row.key.from, row.key.to) ?? false
      if isLoaded, let found = known(.success(row)) { return found }
      book.enter(row.key, try await resolver(row.key.day, rule)) { fields.entry($0, rule) }
    }
    return known(row) ?? .failure(RowFault(reason: .currency(""), column: nil))
  }

  /// Returns the values of the first rows. Throws the errors of `input` and `resolver`.
  mutating func first(
    _ count: Int, of input: inout TableInput, resolver: Resolving
  ) async throws -> [TablePreview.Row] {
    input.separate(by: form.separator)
    var (rows, places) = ([TablePreview.Row](), TableRows(form))
    while rows.count < count, try input.advance() {
      guard places.role(of: input) == .row else { continue }
      let row = cells.read(input)
      let value: Result<TablePreview.Value, RowFault>
      switch row {
      case .failure(let fault): value = .failure(fault)
      case .success(let row): value = try await self.value(of: row, resolver)
      }
      rows.append(TablePreview.Row(number: input.row, text: input.text(form.amount) ?? "", value: value))
    }
    return rows
  }

  private func value(
    of row: TableRow, _ resolver: Resolving
  ) async throws -> Result<TablePreview.Value, RowFault> {
    let (key, rule) = (row.key, cells.rule(of: row.key))
    let found = try await resolver(key.day, rule)
    do throws(RateError) {
      let route = try found.get().route(from: key.from, to: key.to)
      let value = Money(route.convert(row.amount), key.to)
      return .success(
        TablePreview.Value(
          amount: Money(row.amount, key.from), day: key.day, rule: rule, route: route, value: value,
          places: value.shownPlaces(minorUnit: fields.minorUnit(of: key.to))))
    } catch {
      return .failure(RowFault(reason: .rate(error), column: nil))
    }
  }

  private mutating func append(_ input: TableInput, _ found: Found) -> RowFault? {
    switch found {
    case .success(let (row, entry)):
      added.removeAll(keepingCapacity: true)
      add(row, entry)
      added += entry.end
      append(input, added)
      return nil
    case .failure(let fault):
      append(input, failure(fault))
      return fault
    }
  }

  private mutating func add(_ row: TableRow, _ entry: PathCache.Entry) {
    added.append(form.separator)
    let (value, start) = (Money(entry.convert(row.amount), row.key.to), added.count)
    value.amount.append(places: value.shownPlaces(minorUnit: entry.minorUnit), to: &added)
    fields.localise(&added, from: start)
    added += entry.tail
  }

  private func failure(_ fault: RowFault) -> [UInt8] {
    [UInt8](repeating: form.separator, count: names.count) + fields.field(word(fault.reason))
  }

  private mutating func appendAll(
    _ input: TableInput, _ row: Result<TableRow, RowFault>, _ resolver: Resolving
  ) async throws -> RowFault? {
    guard case .success(let first) = row else { return append(input, try await look(up: row, resolver)) }
    var (faults, end): ([RowFault], [UInt8]?) = ([], nil)
    added.removeAll(keepingCapacity: true)
    for target in form.targets {
      var next = first
      next.key.to = target
      let row = Result<TableRow, RowFault>.success(next)
      let found = if let known = known(row) { known } else { try await look(up: row, resolver) }
      switch found {
      case .success(let (row, entry)):
        add(row, entry)
        end = entry.end
      case .failure(let fault):
        faults.append(fault)
        added += [UInt8](repeating: form.separator, count: 5)
      }
    }
    guard let fault = faults.first else {
      append(input, added + (end ?? []))
      return nil
    }
    if form.hasRules { added.append(form.separator) }
    append(input, added + [form.separator] + fields.field(faults.map { word($0.reason) }.joined(separator: " ")))
    return fault
  }

  private mutating func append(_ input: TableInput, _ added: [UInt8]) {
    let body = input.record.lowerBound..<(input.fields.last?.upperBound ?? input.record.upperBound)
    pending += input.bytes[body]
    if !added.isEmpty {
      // Pads a short row, so that the added fields are below their headings.
      for _ in input.fields.count..<max(form.width, input.fields.count) { pending.append(form.separator) }
      pending += added
    }
    if body.upperBound < input.record.upperBound {
      pending += input.bytes[body.upperBound..<input.record.upperBound]
    } else {
      pending.append(UInt8(ascii: "\n"))
    }
  }

  /// The headings of the added columns. They begin with `kurs_` if the table already has such a heading.
  private var headings: [UInt8] {
    let isTaken = form.names.map { !Set($0.map { $0.lowercased() }).isDisjoint(with: names) } ?? false
    return fields.joined(names.map { fields.field(isTaken ? "kurs_\($0)" : $0) })
  }
}

extension [UInt8] {
  fileprivate func records(in block: Range<Int>, parts: Int) -> [Range<Int>] {
    var (ranges, start) = ([Range<Int>](), block.lowerBound)
    for part in 1...parts where start < block.upperBound {
      let wanted = Swift.max(block.lowerBound + block.count * part / parts, start + 1)
      let end = self[(wanted - 1)..<block.upperBound].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      ranges.append(start..<(end ?? block.upperBound))
      start = end ?? block.upperBound
    }
    return ranges
  }
}
