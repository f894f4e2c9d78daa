// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

public struct RowFault: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case amount(CalculationError, String)
    case notAmount(String)
    case ambiguousNumber(String, Rational, Rational)
    /// Both the debit and the credit column have an amount.
    case twoAmounts(String, String)
    /// The direction is missing or unknown, although other rows have one.
    case direction(String)
    /// A minus beside a direction.
    case contradiction(String, String)
    case currency(String)
    case currencyBeside(String, String)
    case otherCurrency(Currency, column: Currency)
    case day(String)
    case ambiguousDay(String, Day, Day)
    case rule(String)
    case rate(RateError)
    case tooManyCells(Int, expected: Int)
    case repeatedHead
    case otherTable
  }

  public let reason: Reason
  /// Counted from 0; nil if no column is at fault.
  public let column: Int?
}

public struct TableOutcome: Sendable {
  /// Rows with an amount or a fault, without the headings.
  public private(set) var rows = 0
  public private(set) var faults = 0
  /// The first fault and its row, counted from 1.
  public var first: (row: Int, fault: RowFault)? { failed.first }
  public private(set) var failed: [(row: Int, fault: RowFault)] = []
  /// The first lines that were left unchanged: before the table, behind it, and of other tables.
  public private(set) var skipped: [Int] = []
  public private(set) var skippedCount = 0
  private static let most = 1_000

  mutating func count(_ fault: RowFault?, row: Int) {
    rows += 1
    guard let fault else { return }
    faults += 1
    if failed.count < Self.most { failed.append((row, fault)) }
  }

  mutating func skip(row: Int) {
    skippedCount += 1
    if skipped.count < Self.most { skipped.append(row) }
  }
}

extension TableForm {
  var hasRules: Bool { rule != nil || ruleColumn != nil || usesLatest }

  /// The names of the fields added to each row. Several targets have separate fields.
  var added: [String] {
    let one = ["value", "rate", "source", "observed", "basis"]
    let all = targets.count > 1 ? targets.flatMap { target in one.map { "\($0)_\(target)" } } : one
    return all + (hasRules ? ["day_rule"] : []) + ["error"]
  }

  /// The currencies to convert to, if they are the same for all rows.
  public var targets: [Currency] { if case .fixed(let target) = to { [target] + others } else { [] } }
}

/// Converts a table row by row. Each row keeps its fields and gets new ones at its end.
public struct TableConversion {
  private let form: TableForm
  private let word: (RowFault.Reason) -> String
  private var cells: TableCells
  private let fields: TableFields
  private var book = PathCache()
  private var pending: [UInt8] = []
  private var added: [UInt8] = []
  private let names: [String]

  public init(
    _ form: TableForm, reader: CalculationReader, catalogue: CurrencyCatalogue,
    word: @escaping (RowFault.Reason) -> String
  ) {
    self.form = form
    self.word = word
    names = form.added
    fields = TableFields(form, catalogue)
    cells = TableCells(form, reader: reader, catalogue: catalogue)
  }

  public typealias Resolving = (Day?, NamedRule?) async throws -> Result<Resolver, RateError>

  /// Converts all rows. A row without a value gets the reason. Throws the errors of `input`, `resolver` and `write`.
  public mutating func run(
    _ input: inout TableInput, resolver: Resolving,
    write: ([UInt8]) throws -> Void
  ) async throws -> TableOutcome {
    var outcome = TableOutcome()
    input.separate(by: form.separator)
    var rows = TableRows(form)
    while try input.advance() {
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
        let row = cells.read(input)
        if form.others.isEmpty {
          // An `await` has a cost even without a wait.
          let found = if let known = known(row) { known } else { try await look(up: row, resolver) }
          outcome.count(append(input, found), row: input.row)
        } else {
          outcome.count(try await appendAll(input, row, resolver), row: input.row)
        }
      }
      if pending.count > 1 << 16 {
        try write(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
    if !pending.isEmpty { try write(pending) }
    return outcome
  }

  private typealias Found = Result<(row: TableRow, entry: PathCache.Entry), RowFault>

  private func known(_ row: Result<TableRow, RowFault>) -> Found? {
    do throws(RowFault) {
      let row = try row.get()
      guard let found = book.entry(row.key) else { return nil }
      do throws(RateError) {
        return .success((row, try found.get()))
      } catch {
        throw RowFault(reason: .rate(error), column: nil)
      }
    } catch {
      return .failure(error)
    }
  }

  /// Loads the rates of a row. A long table can be cancelled here.
  private mutating func look(
    up row: Result<TableRow, RowFault>, _ resolver: Resolving
  ) async throws -> Found {
    try Task.checkCancellation()
    if case .success(let row) = row {
      let rule = cells.rule(of: row.key)
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

  /// Writes a row with its value or its fault. Returns the fault.
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

  /// Writes a row with its value in each target currency. Returns the first fault.
  private mutating func appendAll(
    _ input: TableInput, _ row: Result<TableRow, RowFault>, _ resolver: Resolving
  ) async throws -> RowFault? {
    guard case .success(let first) = row else { return append(input, try await look(up: row, resolver)) }
    var (faults, end): ([RowFault], [UInt8]?) = ([], nil)
    added.removeAll(keepingCapacity: true)
    for target in form.targets {
      var next = first
      next.key.to = target
      let found = if let known = known(.success(next)) { known } else { try await look(up: .success(next), resolver) }
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

  /// Renames the added columns if the table already has one of their names.
  private var headings: [UInt8] {
    let isTaken = form.names.map { !Set($0.map { $0.lowercased() }).isDisjoint(with: names) } ?? false
    return fields.joined(names.map { fields.field(isTaken ? "kurs_\($0)" : $0) })
  }
}
