// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// Why a row has no value, and in which column that is.
public struct RowFault: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case amount(CalculationError, String)
    case doubtful(String, Rational, Rational)
    case currency(String)
    case otherCurrency(Currency, column: Currency)
    case day(String)
    case rate(RateError)
  }

  public let reason: Reason
  /// Counted from 0; nil where it is none's in particular.
  public let column: Int?
}

/// What became of a table.
public struct TableOutcome: Sendable {
  /// Rows with an amount or a fault, without the names.
  public private(set) var rows = 0
  public private(set) var faults = 0
  /// The first fault, and its row, counted from 1.
  public private(set) var first: (row: Int, fault: RowFault)?

  mutating func count(_ fault: RowFault?, row: Int) {
    rows += 1
    guard let fault else { return }
    faults += 1
    first = first ?? (row, fault)
  }
}

/// Converts a table row by row: each keeps its fields as they are and gets six behind them.
public struct TableConversion {
  /// What the fields behind each row are called.
  public static let added = ["value", "rate", "source", "observed", "basis", "error"]

  private let form: TableForm
  private let catalogue: CurrencyCatalogue
  private let word: (RowFault.Reason) -> String
  private var cells: TableCells
  private var book = RouteBook()
  private var pending: [UInt8] = []

  /// `word`: a sentence for what is wrong with a row.
  public init(
    _ form: TableForm, reader: CalculationReader, catalogue: CurrencyCatalogue,
    word: @escaping (RowFault.Reason) -> String
  ) {
    self.form = form
    self.catalogue = catalogue
    self.word = word
    cells = TableCells(form, reader: reader, catalogue: catalogue)
  }

  /// Converts all rows; a row without a value says why, and the next one comes.
  ///
  /// `resolver`: what decides on the rates of a day, or why none can. Throws what it, `input` and `write` throw.
  public mutating func run(
    _ input: inout TableInput, resolver: (Day?) async throws -> Result<Resolver, RateError>,
    write: ([UInt8]) throws -> Void
  ) async throws -> TableOutcome {
    var outcome = TableOutcome()
    input.separate(by: form.separator)
    var isHead = form.names != nil
    while try input.advance() {
      if isHead || input.isBlank {
        append(input, isHead && !input.isBlank ? headings : [])
        isHead = isHead && input.isBlank
      } else {
        let row = cells.read(input)
        try await look(up: row, resolver)
        outcome.count(append(input, row), row: input.row)
      }
      if pending.count > 1 << 16 {
        try write(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
    if !pending.isEmpty { try write(pending) }
    return outcome
  }

  /// The rates of a row, where they are not known yet: a table of many days is stopped here.
  private mutating func look(
    up row: Result<TableRow, RowFault>, _ resolver: (Day?) async throws -> Result<Resolver, RateError>
  ) async throws {
    guard case .success(let row) = row, book.entry(row.key) == nil else { return }
    try Task.checkCancellation()
    book.enter(row.key, try await resolver(row.key.day), as: entry)
  }

  /// What the first rows come to. Throws what `input` and `resolver` throw.
  mutating func first(
    _ count: Int, of input: inout TableInput, resolver: (Day?) async throws -> Result<Resolver, RateError>
  ) async throws -> [TablePreview.Row] {
    input.separate(by: form.separator)
    var (rows, isHead) = ([TablePreview.Row](), form.names != nil)
    while rows.count < count, try input.advance() {
      if input.isBlank { continue }
      if isHead {
        isHead = false
        continue
      }
      let row = cells.read(input)
      try await look(up: row, resolver)
      rows.append(TablePreview.Row(number: input.row, text: input.text(form.amount) ?? "", value: value(of: row)))
    }
    return rows
  }

  private func value(of row: Result<TableRow, RowFault>) -> Result<TablePreview.Value, RowFault> {
    do throws(RowFault) {
      let row = try row.get()
      guard let found = book.entry(row.key) else { throw RowFault(reason: .currency(""), column: nil) }
      let entry: RouteBook.Entry
      do throws(RateError) { entry = try found.get() } catch { throw RowFault(reason: .rate(error), column: nil) }
      let value = Money(entry.convert(row.amount), row.key.to)
      return .success(
        .init(
          amount: Money(row.amount, row.key.from), day: row.key.day, value: value,
          places: value.shownPlaces(minorUnit: entry.minorUnit)))
    } catch {
      return .failure(error)
    }
  }

  /// Writes a row with what it comes to, or with what is wrong with it, which is returned.
  private mutating func append(_ input: TableInput, _ row: Result<TableRow, RowFault>) -> RowFault? {
    do throws(RowFault) {
      let row = try row.get()
      guard let found = book.entry(row.key) else { return nil }
      let entry: RouteBook.Entry
      do throws(RateError) { entry = try found.get() } catch { throw RowFault(reason: .rate(error), column: nil) }
      let value = Money(entry.convert(row.amount), row.key.to)
      append(input, [number(value.text(minorUnit: value.shownPlaces(minorUnit: entry.minorUnit)))], entry.tail)
      return nil
    } catch {
      append(input, [[], [], [], [], [], field(word(error.reason))])
      return error
    }
  }

  /// The record as it was, then `fields`, then its own line's end.
  private mutating func append(_ input: TableInput, _ fields: [[UInt8]], _ tail: [UInt8] = []) {
    let body = input.record.lowerBound..<(input.fields.last?.upperBound ?? input.record.upperBound)
    pending += input.bytes[body]
    if !fields.isEmpty {
      // A row that is too short gets its empty fields, so that what is added stands in its own columns.
      for _ in input.fields.count..<max(form.width, input.fields.count) { pending.append(form.separator) }
      for field in fields {
        pending.append(form.separator)
        pending += field
      }
      pending += tail
    }
    if body.upperBound < input.record.upperBound {
      pending += input.bytes[body.upperBound..<input.record.upperBound]
    } else {
      pending.append(UInt8(ascii: "\n"))
    }
  }

  private func entry(_ route: Route) -> RouteBook.Entry {
    var tail: [UInt8] = []
    for each in [number(route.value.exactText())]
      + [route.source, route.observed?.description ?? "", route.bases].map(field) + [[]]
    {
      tail.append(form.separator)
      tail += each
    }
    return RouteBook.Entry(
      rate: route.isProportional ? route.value : nil, route: route.isProportional ? nil : route,
      minorUnit: catalogue.minorUnit(of: route.to), tail: tail)
  }

  /// What is added has a name of its own where the table has that name already.
  private var headings: [[UInt8]] {
    let isTaken = form.names.map { !Set($0.map { $0.lowercased() }).isDisjoint(with: Self.added) } ?? false
    return Self.added.map { field(isTaken ? "kurs_\($0)" : $0) }
  }

  /// With the table's own decimal separator.
  private func number(_ plain: String) -> [UInt8] {
    form.symbols.decimal == "," ? field(plain.replacing(".", with: ",")) : Array(plain.utf8)
  }

  private func field(_ text: String) -> [UInt8] { Array(CSV.field(text, separator: form.separator).utf8) }
}
