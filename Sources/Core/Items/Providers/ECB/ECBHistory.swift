// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Reads `eurofxref-hist.zip`: newest day first, `N/A` for no rate, per 1 EUR. Avoids slow strings (docs/BUILD.md).
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
