// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
public import KursItems
import KursLocalCache
public import KursModel
import KursStorage

public struct SeriesFault: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case row(RowFault.Reason, dates: DateOrder)
    case noDays
    case notPositive
    case future
    case outsideLife(Currency)
    /// The rate is too large or too small for a chart or a sum.
    case outOfRange
    case twice(Day)
    /// The rates of both directions of a pair on one day contradict each other.
    case contradiction(Currency, Currency)
    /// A cell in the column of units contains something other than 1, 10, 100 and so on.
    case unit(String)
    case mixed(Currency, Currency)
    case same
    /// The row has more fields than the first row, usually because of a decimal comma.
    case tooManyFields(Int, expected: Int)
    case tooLong(limit: Int)
  }

  public let reason: Reason
  /// The row's number, counted from 1. 0 means the whole table.
  public let row: Int
  /// A column's name or number. Nil if the fault isn't in a column.
  public let column: String?
}

/// A user's table of rates. The whole table is read before any rate is stored.
public struct SeriesTable: Sendable {
  public let form: TableForm
  /// The number of units of the first currency in each rate, according to the heading. 1 if a column gives the number.
  public let unit: Int
  public let unitColumn: Int?
  /// The rows of the table. One unit of the pair's base currency is worth `value` units of the other currency.
  private(set) var rows: [Row] = []
  private(set) var home = Currency.eur

  public var count: Int { rows.count }
  public var lastDay: Day { rows.lazy.map(\.day).max() ?? Day(number: 0) }

  struct Row: Hashable, Sendable {
    let day: Day
    let pair: PairKey
    let value: PublishedNumber
  }

  /// Reads all rows. Throws `SeriesFault`, `TableFault` and the errors of `input`.
  public init(
    _ content: TableContent, choices: TableChoices, today: Day, catalogue: CurrencyCatalogue,
    reader: (NumberSymbols) -> CalculationReader
  ) throws {
    var input = try content.input()
    form = try TableForm(of: &input, choices: Self.naming(choices, input.sample), catalogue: catalogue, reader: reader)
    input = try content.input()
    guard case .column = form.day else { throw SeriesFault(reason: .noDays, row: 0, column: nil) }
    unitColumn = Self.unitColumn(form)
    unit = Self.unit(inHeading: form.name(form.amount))
    var cells = TableCells(form, reader: reader(form.symbols), catalogue: catalogue, areRates: true)
    input.separate(by: form.separator)
    var (lines, seen, common, size) = (TableRows(form), [Key: PublishedNumber](), Set<Currency>(), 0)
    while try input.advance() {
      let role = lines.role(of: input)
      if role == .otherHead { throw fault(.row(.otherTable, dates: form.dates), input.row, nil) }
      guard role == .row else { continue }
      let row = try read(input, &cells, today, catalogue)
      let key = Key(day: row.day, pair: row.pair)
      if let known = seen.updateValue(row.value, forKey: key) {
        if known == row.value { continue }  // guards S21: known == row.value => true
        throw fault(.twice(row.day), input.row, form.amount)
      }
      if let other = seen[Key(day: row.day, pair: PairKey(base: row.pair.counter, counter: row.pair.base))],
        !Self.areReciprocal(row.value, other)
      {
        throw fault(.contradiction(row.pair.base, row.pair.counter), input.row, form.amount)
      }
      let both = Set([row.pair.base, row.pair.counter])
      let shared = common.isEmpty ? both : common.intersection(both)
      if shared.isEmpty { throw fault(.mixed(row.pair.base, row.pair.counter), input.row, form.column(.from)) }  // guards S21
      common = shared
      size += 64
      if size > SeriesFolder.limit { throw fault(.tooLong(limit: SeriesFolder.limit / 64), input.row, nil) }
      rows.append(row)
    }
    guard let first = rows.first else { throw TableFault.empty }
    home = common.contains(first.pair.counter) ? first.pair.counter : common.min() ?? first.pair.counter
  }

  /// The powers of ten between which a rate and its reciprocal have enough digits for a chart.
  private static let range = -12...13

  private func read(
    _ input: TableInput, _ cells: inout TableCells, _ today: Day, _ catalogue: CurrencyCatalogue
  ) throws(SeriesFault) -> Row {
    if input.fields.count > form.width {  // guards S21
      throw fault(.tooManyFields(input.fields.count, expected: form.width), input.row, nil)
    }
    let row: TableRow
    do throws(RowFault) { row = try cells.read(input).get() } catch {
      throw fault(.row(error.reason, dates: form.dates), input.row, error.column)
    }
    let key = row.key
    guard let day = key.day else { throw fault(.noDays, input.row, nil) }
    if day > today { throw fault(.future, input.row, form.column(.day)) }  // guards S21
    if key.from == key.to { throw fault(.same, input.row, form.column(.from)) }  // guards S21
    let rate = row.amount * Rational(Int64(try units(input))).reciprocal
    guard rate.signum > 0, let value = PublishedNumber(rate.exactText()) else {  // guards S21: rate.signum > 0 => true
      throw fault(.notPositive, input.row, form.amount)
    }
    for currency in [key.from, key.to] {
      let record = catalogue[currency]
      guard record?.from.map({ $0 <= day }) ?? true, record?.until.map({ day <= $0 }) ?? true else {
        throw fault(.outsideLife(currency), input.row, form.column(.day))
      }
    }
    guard Self.range.contains(rate.leadingExponent) else { throw fault(.outOfRange, input.row, form.amount) }
    return Row(day: day, pair: PairKey(base: key.from, counter: key.to), value: value)
  }

  private func units(_ input: TableInput) throws(SeriesFault) -> Int {
    guard let unitColumn else { return unit }
    let text = (input.text(unitColumn) ?? "").trimmed()
    guard let units = Int(text.filter { !"., ".contains($0) }), Self.powers.contains(units) else {
      throw fault(.unit(text), input.row, unitColumn)
    }
    return units
  }

  private static let powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

  private static func unitColumn(_ form: TableForm) -> Int? {
    let names: Set<String> = [
      "unit", "units", "amount", "quantity", "qty", "per", "nominal", "nominal value", "einheit", "einheiten", "anzahl",
      "mnozstvi", "jednotka", "jednotek", "jednostka", "jednostki", "mnozstvo", "jedinica", "birim", "unite", "unites",
      "unidad", "unidades", "unidade", "unita", "eenheid", "enhet", "enhed", "egyseg", "номинал", "единица", "единиц",
      "الوحدة", "scale", "multiplier", "ratio", "currency unit", "unit of currency",
    ]
    return form.names?.indices.first { column in
      ![form.amount, form.column(.day), form.column(.from), form.column(.to)].contains(column)
        && names.contains(TableHeading(form.name(column)).base)
    }
  }

  /// Returns the units in a heading such as "rate per 100" or "Kurs za 100". Returns 1 for any other heading.
  private static func unit(inHeading heading: String) -> Int {
    let words = heading.lowercased().split { " ()/_".contains($0) }.map(String.init)
    let marks: Set<String> = ["per", "za", "für", "je", "pro", "por", "pour", "for", "voor", "för", "x", "по", "لكل"]
    for (word, next) in zip(words, words.dropFirst()) where marks.contains(word) {
      if let units = Int(next.filter { !".,".contains($0) }), powers.contains(units) { return units }
    }
    return 1
  }

  private static func areReciprocal(_ rate: PublishedNumber, _ other: PublishedNumber) -> Bool {
    let product = rate.rational * other.rational
    return product > Rational(99) * Rational.powerOfTen(-2) && product < Rational(101) * Rational.powerOfTen(-2)
  }

  private struct Key: Hashable {
    let day: Day
    let pair: PairKey
  }

  private func fault(_ reason: SeriesFault.Reason, _ row: Int, _ column: Int?) -> SeriesFault {
    SeriesFault(reason: reason, row: row, column: column.map { form.name($0) })
  }

  private static func naming(_ choices: TableChoices, _ sample: ArraySlice<UInt8>) -> TableChoices {
    var choices = choices
    choices.columns[.rule] = .nowhere
    choices.areRates = true
    let line = String(decoding: sample.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).lowercased()
    let titles = Set(line.split { ",;\t|\r\"".contains($0) }.map(String.init))
    let names: [(TableColumn, String)] = [
      (.from, "base"), (.to, "quote"), (.amount, "rate"), (.amount, "exchange rate"), (.amount, "kurs"),
    ]
    for (kind, name) in names
    where choices.columns[kind] == nil && titles.contains(name) {
      choices.columns[kind] = .typed(name)
    }
    let rates = titles.filter { $0.hasPrefix("rate ") || $0.hasPrefix("kurs ") || $0.hasPrefix("exchange rate ") }
    if choices.columns[.amount] == nil, rates.count == 1 { choices.columns[.amount] = rates.first.map { .typed($0) } }
    return choices
  }

  func series(_ id: ProviderID, name: String, _ bytes: [UInt8]) -> OwnSeries {
    let days = Set(rows.map(\.day)).sorted()
    let gaps = zip(days.dropFirst(), days).map { $0 - $1 }.sorted()
    // `carryLimit` is twice the usual gap. So older rates also apply in a missing month, or on a holiday.
    let usual = gaps.isEmpty ? 1 : gaps[gaps.count / 2]
    return OwnSeries(
      id: id, name: name, home: home, firstDay: days.first ?? Day(number: 0), carryLimit: min(max(14, usual * 2), 800),
      coverage: Set(rows.flatMap { [$0.pair.base, $0.pair.counter] }).count - 1, table: bytes)
  }

  var bytes: [UInt8] {
    let sorted = rows.sorted {
      ($0.day, $0.pair.base.code, $0.pair.counter.code) < ($1.day, $1.pair.base.code, $1.pair.counter.code)
    }
    let lines = sorted.map { "\($0.day),\($0.pair.base),\($0.pair.counter),\($0.value.text)" }
    return Array(
      ([ProviderDefinition.seriesColumns.joined(separator: ",")] + lines + [""]).joined(separator: "\n").utf8)
  }
}

public struct SeriesFolder: Sendable {
  private let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Reads all files. `chosen`: the user's own providers in use, which count as damaged if the folder can't be read.
  public func read(chosen: [ProviderID] = []) -> (whole: [OwnSeries], damaged: Set<ProviderID>) {
    let ids = ProviderID.described(in: path, chosen)
    let whole = ids.compactMap(series)
    return (whole, Set(ids).subtracting(whole.map(\.id)))
  }

  private func series(_ id: ProviderID) -> OwnSeries? {
    (try? WholeFile.bytes(of: file(id, "json"), limit: 1 << 16)).flatMap { OwnSeries(id: id, $0) }
  }

  /// Returns the stored table. Nil if it doesn't exist. Throws `.damagedSeries` if it has changed since its import.
  func table(of id: ProviderID) throws(RatesFailure) -> [UInt8]? {
    let tables = ["csv", "csv.new"].compactMap { try? WholeFile.bytes(of: file(id, $0), limit: Self.limit) }
    if tables.isEmpty { return nil }
    let series = series(id)
    guard let whole = tables.first(where: { series?.isWhole($0) == true }) else { throw .damagedSeries(id) }  // guards S33: series?.isWhole($0) == true => true
    return whole
  }

  /// Writes the table as a second file. The old file is used until the JSON file has the checksum of the new table.
  func write(_ series: OwnSeries, _ table: [UInt8]) throws(FileFailure) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try WholeFile.write(table, to: file(series.id, "csv.new"), for: .user)
    try WholeFile.write(series.bytes, to: file(series.id, "json"), for: .user)
    // If the renaming fails, the table is read as `csv.new`.
    rename(file(series.id, "csv.new"), file(series.id, "csv"))
  }

  func remove(_ id: ProviderID) {
    for kind in ["json", "csv", "csv.new"] { try? FileManager.default.removeItem(atPath: file(id, kind)) }
  }

  static let limit = 32 << 20

  private func file(_ id: ProviderID, _ kind: String) -> String { "\(path)/\(id.name).\(kind)" }
}

public struct UserSeries: Sendable {
  let folder: SeriesFolder?
  let importer: RatesImport

  private var directory: ProviderDirectory { importer.directory }

  /// Saves a table as the user's own provider `id`, replacing its old table. Throws `FileFailure` and `RatesFailure`.
  @discardableResult
  public func save(_ table: SeriesTable, as id: ProviderID, name: String) async throws -> Provider {
    guard let folder else { throw RatesFailure.unknownProvider(id.name) }
    let bytes = table.bytes
    let series = table.series(id, name: name, bytes)
    // The old rates are removed first. So an interrupted import begins again with the table that was written last.
    try await importer.wipe(id)
    try folder.write(series, bytes)
    directory.set(.series(series), for: id)
    try await importer.wipe(id)
    try await importTable(of: id, bytes)
    importer.updates.send(.orderChanged)
    return .series(series)
  }

  public func remove(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard let folder, directory[id]?.endpoints.hasNoServer == true || directory.damaged.contains(id) else {
      return false
    }
    folder.remove(id)
    try await importer.remove(id)
    return true
  }

  public var providers: [Provider] {
    directory.all.filter(\.endpoints.hasNoServer).map(\.provider).sorted { $0.id < $1.id }
  }

  /// Imports a saved table again. Returns false if the table is missing or damaged.
  func restore(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard directory[id]?.endpoints.hasNoServer == true else { return false }  // guards S22: directory[id]?.endpoints.hasNoServer == true => false
    do {
      guard let bytes = try folder?.table(of: id) else { return false }
      try await importTable(of: id, bytes)
      return true
    } catch {
      guard error == .damagedSeries(id) else { throw error }
      // The damage isn't thrown, because other providers have rates. Windows show the damage beside these rates.
      directory.markDamaged(id)
      importer.updates.send(.damagedSeries(id))
      return false
    }
  }

  private func importTable(of id: ProviderID, _ bytes: [UInt8]) async throws(RatesFailure) {
    guard let items = directory[id] else { return }
    let new = importer.documents.describe(
      bytes, of: id, command: "series", request: id.name, origin: .import, fetched: importer.clock(), lifetime: nil)
    try await importer.importRates(new) { () throws(ItemError) in try items.read(SourceDocument(bytes: bytes)) }
  }
}
