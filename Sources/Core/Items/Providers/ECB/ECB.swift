// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes at about 16:00 CET on working days of TARGET. A rate is used for 14 days, to bridge Easter.
  public static let ecb = Provider(
    id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: Day(number: 10_595), carryLimit: 14,
    terms: "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html", coverage: 30,
    publication: Publication(.workingDays, hours: 14...16, holidays: .target))
}

extension ProviderEndpoints {
  /// Ranges of days come from the data portal, which has another host name.
  static let ecb = ProviderEndpoints(
    address: "https://www.ecb.europa.eu",
    latest: [Endpoint("latest", path: "/stats/eurofxref/eurofxref-daily.xml", accept: Endpoint.xml)],
    recent: (Endpoint("recent", path: "/stats/eurofxref/eurofxref-hist-90d.xml", accept: Endpoint.xml), 85),
    span: Span(
      command: Endpoint(
        "span", path: "/service/data/EXR/D..EUR.SP00.A?format=csvdata&startPeriod={from}&endPeriod={to}",
        host: "https://data-api.ecb.europa.eu", accept: Endpoint.csv, size: .history), days: 3660),
    history: Endpoint(
      "history", path: "/stats/eurofxref/eurofxref-hist.zip", accept: "application/zip", size: .history),
    iconAddress: "https://www.ecb.europa.eu/favicon-32.png")
}

extension ProviderDefinition {
  static let ecb = ProviderDefinition(provider: .ecb, forms: [.xml, .csv, .zip], asked: .ecb) {
    document throws(ItemError) in
    let bytes = document.bytes
    if bytes.starts(with: Array("PK".utf8)) { return try ECBHistory(archive: bytes) }
    if bytes.starts(with: Array("KEY,".utf8)) { return WholeDocument(try ECBSeries.read(bytes)) }
    return WholeDocument(try ECBXML.read(bytes))
  }
}

/// Reads `eurofxref-daily.xml` and `eurofxref-hist-90d.xml`. Each rate is the value of 1 EUR.
public enum ECBXML {
  public static func read(_ bytes: [UInt8]) throws(ItemError) -> QuoteBatch {
    let envelope = try XMLReader.read(bytes)
    guard envelope.name == "gesmes:Envelope", let outer = envelope.children(named: "Cube").first else {
      throw .foreign
    }
    var batch = QuoteBatch(provider: .ecb)
    var days = Set<Day>()
    for day in outer.children(named: "Cube") {
      let time = day.attributes["time"] ?? ""
      // A repeated day or currency is an error, because Kurs can't choose between two rates.
      guard let date = Day(iso: time), days.insert(date).inserted else {
        throw .unreadable(place: "Cube/@time", found: time, expected: .day)
      }
      var currencies = Set<Currency>()
      for rate in day.children(named: "Cube") {
        let (code, text) = (rate.attributes["currency"] ?? "", rate.attributes["rate"] ?? "")
        let place = "Cube[@time='\(time)']"
        guard let currency = Currency(code) else { throw .unreadable(place: place, found: code, expected: .currency) }
        guard currencies.insert(currency).inserted else {
          throw .unreadable(place: place, found: "\(code) \(text)", expected: .oneRate)
        }
        guard let value = PublishedNumber(quoted: text) else {
          throw .unreadable(place: place, found: "\(code) \(text)", expected: .rate)
        }
        batch.add(Observation(day: date, value: value), to: PairKey(base: .eur, counter: currency))
      }
    }
    guard batch.count > 0 else { throw .empty }
    batch.sortDays()
    return batch
  }
}

/// Reads SDMX CSV of the ECB's data portal: `1 CURRENCY_DENOM = OBS_VALUE CURRENCY`.
public enum ECBSeries {
  public static func read(_ bytes: [UInt8]) throws(ItemError) -> QuoteBatch {
    var table = try CSVTable(bytes, requiring: ["CURRENCY", "CURRENCY_DENOM", "TIME_PERIOD", "OBS_VALUE"])
    var rows = QuoteRows(.ecb)
    while try table.advance() {
      let (code, base) = (table["CURRENCY"] ?? "", table["CURRENCY_DENOM"] ?? "")
      let (value, time) = (table["OBS_VALUE"] ?? "", table["TIME_PERIOD"] ?? "")
      if value.isEmpty || value == "NaN" { continue }
      // Kurs supports only the multiplier 0, which all published rows have. It refuses any other value.
      let multiplier = table["UNIT_MULT"] ?? "0"
      guard base == "EUR" else { throw .unreadable(place: table.place, found: base, expected: .home) }
      guard multiplier == "0" else { throw .unreadable(place: table.place, found: multiplier, expected: .unit) }
      guard let day = Day(iso: time) else { throw .unreadable(place: table.place, found: time, expected: .day) }
      try rows.add(code, value, on: day, at: table.place)
    }
    return try rows.batch()
  }
}

/// Reads `eurofxref-hist.zip`: values of 1 EUR, newest day first, `N/A` for none. Avoids slow strings (docs/BUILD.md).
public struct ECBHistory: QuoteReader {
  public static let limit = 32 << 20

  private var lines: LineReader
  private let columns: [PairKey?]
  private var line = 1
  private var isFirstBatch = true
  private var lastDay: Day?
  private var pending: ECBRow?

  public init(archive: [UInt8]) throws(ItemError) {
    let entry = try ZipEntry(archive)
    guard entry.name.hasSuffix(".csv") else { throw .foreign }
    lines = try LineReader(archive, entry: entry, limit: Self.limit)
    let header = try lines.next { String(decoding: $0, as: UTF8.self) }
    guard let fields = header?.split(separator: ",", omittingEmptySubsequences: false),
      fields.first == "Date", fields.count > 1
    else { throw .foreign }
    columns = fields.dropFirst().map { field in
      Currency(field).flatMap { $0 == .eur ? nil : PairKey(base: .eur, counter: $0) }
    }
  }

  public var permille: Int { lines.permille }

  public mutating func next() throws(ItemError) -> QuoteBatch? {
    var days = [[Observation]](repeating: [], count: columns.count)
    var year: Int?
    while true {
      if pending == nil { pending = try readRow() }
      guard let row = pending, year == nil || row.day.year == year else { break }
      (pending, year) = (nil, row.day.year)
      for (column, value) in row.values { days[column].append(Observation(day: row.day, value: value)) }
      if isFirstBatch { break }
    }
    guard year != nil else {
      if isFirstBatch { throw .empty }
      return nil
    }
    isFirstBatch = false
    var pairs: [PairKey: [Observation]] = [:]
    for (index, observations) in days.enumerated() where !observations.isEmpty {
      if let pair = columns[index] { pairs[pair] = observations.reversed() }
    }
    return QuoteBatch(provider: .ecb, pairs: pairs)
  }

  private mutating func readRow() throws(ItemError) -> ECBRow? {
    line += 1
    let (number, columns) = (line, columns)
    guard let read = try lines.next({ ECBRow.read($0, columns: columns, line: number) }) else { return nil }
    guard let row = try read.get() else { return nil }
    if let lastDay, row.day >= lastDay {
      throw .unreadable(place: "line \(line)", found: row.day.description, expected: .earlierDay)
    }
    lastDay = row.day
    return row
  }
}

private struct ECBRow {
  let day: Day
  let values: [(column: Int, value: PublishedNumber)]

  /// Reads a row such as `2026-10-30,1.1172,…,`. Nil for an empty line. Skips columns that aren't currencies.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, columns: [PairKey?], line: Int
  ) -> Result<ECBRow?, ItemError> {
    guard !bytes.isEmpty else { return .success(nil) }
    guard bytes.count > 10, bytes[10] == UInt8(ascii: ","), let day = Day(isoBytes: bytes[..<10]) else {
      return .failure(unreadable(bytes.prefix(10), line: line, column: 0))
    }
    var values: [(column: Int, value: PublishedNumber)] = []
    values.reserveCapacity(columns.count)
    var (start, column) = (11, 0)
    while start <= bytes.count, column < columns.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: ",") { end += 1 }
      let field = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if columns[column] != nil, !isMissing(field) {
        guard let value = PublishedNumber(ascii: field) ?? negative(field) else {
          return .failure(unreadable(field[...], line: line, column: column + 1))
        }
        values.append((column, value))
      }
      (start, column) = (end + 1, column + 1)
    }
    // Each row ends with a comma, so fewer fields mean a truncated row.
    guard column == columns.count else { return .failure(.truncated) }
    return .success(ECBRow(day: day, values: values))
  }

  private static func negative(_ field: UnsafeBufferPointer<UInt8>) -> PublishedNumber? {
    PublishedNumber(quoted: String(decoding: field, as: UTF8.self))
  }

  private static func isMissing(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    field.isEmpty
      || (field.count == 3 && field[0] == UInt8(ascii: "N") && field[1] == UInt8(ascii: "/")
        && field[2] == UInt8(ascii: "A"))
  }

  private static func unreadable(
    _ field: Slice<UnsafeBufferPointer<UInt8>>, line: Int, column: Int
  ) -> ItemError {
    .unreadable(
      place: "\(line):\(column + 1)", found: String(decoding: field.prefix(40), as: UTF8.self),
      expected: column == 0 ? .day : .rate)
  }
}
