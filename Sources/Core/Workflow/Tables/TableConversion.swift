// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// Why a row has no value, and in which column.
public struct RowFault: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case amount(CalculationError, String)
    case doubtful(String, Rational, Rational)
    case currency(String)
    case otherCurrency(Currency, column: Currency)
    case day(String)
    case rule(String)
    case rate(RateError)
  }

  public let reason: Reason
  /// Counted from 0; nil for none in particular.
  public let column: Int?
}

/// The result of converting a table.
public struct TableOutcome: Sendable {
  /// Rows with an amount or a fault, without the headings.
  public private(set) var rows = 0
  public private(set) var faults = 0
  /// The first fault and its row, counted from 1.
  public private(set) var first: (row: Int, fault: RowFault)?

  mutating func count(_ fault: RowFault?, row: Int) {
    rows += 1
    guard let fault else { return }
    faults += 1
    first = first ?? (row, fault)
  }
}

extension TableForm {
  /// Whether any rule but the default selects days.
  var hasRules: Bool { rule != nil || ruleColumn != nil }

  var added: [String] {
    ["value", "rate", "source", "observed", "basis"] + (hasRules ? ["day_rule"] : []) + ["error"]
  }
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

  /// `word`: the sentence for a row's fault.
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

  /// The resolver for a day and a rule, or why there is none.
  public typealias Resolving = (Day?, NamedRule?) async throws -> Result<Resolver, RateError>

  /// Converts all rows. A row without a value gets the reason.
  ///
  /// Throws the errors of `input`, `resolver` and `write`.
  public mutating func run(
    _ input: inout TableInput, resolver: Resolving,
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
        // An `await` has a cost even without a wait.
        let found = if let known = known(row) { known } else { try await look(up: row, resolver) }
        outcome.count(append(input, found), row: input.row)
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

  /// Nil if its rates were not loaded yet.
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

  /// The values of the first rows. Throws the errors of `input` and `resolver`.
  mutating func first(
    _ count: Int, of input: inout TableInput, resolver: Resolving
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

  /// Writes a row with its value, or with its fault, which is returned.
  private mutating func append(_ input: TableInput, _ found: Found) -> RowFault? {
    added.removeAll(keepingCapacity: true)
    added.append(form.separator)
    switch found {
    case .success(let (row, entry)):
      let (value, start) = (Money(entry.convert(row.amount), row.key.to), added.count)
      value.amount.append(places: value.shownPlaces(minorUnit: entry.minorUnit), to: &added)
      fields.localise(&added, from: start)
      added += entry.tail
      append(input, added)
      return nil
    case .failure(let fault):
      added += [UInt8](repeating: form.separator, count: names.count - 1) + fields.field(word(fault.reason))
      append(input, added)
      return fault
    }
  }

  /// Writes the original record, the added fields, and the record's line end.
  private mutating func append(_ input: TableInput, _ added: [UInt8]) {
    let body = input.record.lowerBound..<(input.fields.last?.upperBound ?? input.record.upperBound)
    pending += input.bytes[body]
    if !added.isEmpty {
      // A short row is padded, so that the added fields are in their own columns.
      for _ in input.fields.count..<max(form.width, input.fields.count) { pending.append(form.separator) }
      pending += added
    }
    if body.upperBound < input.record.upperBound {
      pending += input.bytes[body.upperBound..<input.record.upperBound]
    } else {
      pending.append(UInt8(ascii: "\n"))
    }
  }

  /// An added column gets another name if the table has that name already.
  private var headings: [UInt8] {
    let isTaken = form.names.map { !Set($0.map { $0.lowercased() }).isDisjoint(with: names) } ?? false
    return fields.joined(names.map { fields.field(isTaken ? "kurs_\($0)" : $0) })
  }
}
