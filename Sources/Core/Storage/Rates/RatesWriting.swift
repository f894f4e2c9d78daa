// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

extension RatesDatabase {
  /// Merges quotes into their years, in one transaction, and notes how far down the document has come.
  ///
  /// `takenUpDownTo`: every quote of the document on or after that day is now in; `isComplete`: all of it is.
  /// Returns how many observations were new or corrected.
  @discardableResult
  public func store(
    _ batch: QuoteBatch, from document: DocumentID, takenUpDownTo: Day?, isComplete: Bool
  ) async throws(StorageError) -> Int {
    try await file.write { [path = file.path] database in
      let changed = try Self.merge(batch, from: document, database)
      try database.execute(
        sql: "UPDATE document SET taken_up_down_to = ?, is_complete = ? WHERE id = ?",
        arguments: [takenUpDownTo.map { Int($0.number) }, isComplete, Int64(document.number)])
      // The file was replaced since the document was looked up: what it brought is taken up from the beginning.
      guard database.changesCount == 1 else { throw StorageError.damaged(path: path) }
      return changed
    }
  }

  /// Merges quotes into their years inside a transaction; returns how many were new or corrected.
  static func merge(_ batch: QuoteBatch, from document: DocumentID, _ database: Database) throws -> Int {
    var changed = 0
    for (pair, observations) in batch.pairs {
      let series = try seriesID(database, provider: batch.provider, pair: pair)
      for (year, days) in byYear(observations, document: document) {
        changed += try merge(days, into: year, series: series, pair: pair, batch: batch, database)
      }
    }
    return changed
  }

  private static func seriesID(
    _ database: Database, provider: ProviderID, pair: PairKey
  ) throws -> Int64 {
    let arguments: StatementArguments = [provider.name, pair.base.code, pair.counter.code, pair.side.stored]
    let find = try database.cachedStatement(
      sql: "SELECT id FROM series WHERE provider = ? AND base = ? AND counter = ? AND side = ?")
    if let row = try Row.fetchOne(find, arguments: arguments) { return try row.column("id") }
    try database.execute(
      sql: "INSERT INTO series (provider, base, counter, side) VALUES (?, ?, ?, ?)", arguments: arguments)
    return database.lastInsertedRowID
  }

  /// Ascending days, cut at each New Year, each naming its document.
  private static func byYear(
    _ observations: [Observation], document: DocumentID
  ) -> [(year: Int, days: [Observation])] {
    var years = [(year: Int, days: [Observation])]()
    var lastOfYear = Day(number: Int32.min)
    for observation in observations {
      let stamped = Observation(
        day: observation.day, value: observation.value, unit: observation.unit,
        document: document)
      if observation.day > lastOfYear {
        let year = observation.day.year
        lastOfYear = Day(year: year, month: 12, day: 31) ?? observation.day
        years.append((year, [stamped]))
      } else {
        years[years.count - 1].days.append(stamped)
      }
    }
    return years
  }

  /// Keeps the last observation of a pair beside its name, unless a later year is there already.
  private static func note(newestOf segment: Segment, series: Int64, _ database: Database) throws {
    guard let last = segment.observations.last else { return }
    let bytes = Segment(year: segment.year, observations: [last]).encoded
    let checksum = bytes.withUnsafeBytes { Segment.checksum($0) }
    let write = try database.cachedStatement(
      sql: """
        UPDATE series SET newest_year = ?, newest = ?, newest_checksum = ? WHERE id = ? AND newest_year <= ?
        """)
    try write.execute(arguments: [segment.year, bytes, checksum, series, segment.year])
  }

  private static func merge(
    _ days: [Observation], into year: Int, series: Int64, pair: PairKey, batch: QuoteBatch,
    _ database: Database
  ) throws -> Int {
    let find = try database.cachedStatement(
      sql: "SELECT year, observations, checksum FROM segment WHERE series = ? AND year = ?")
    let stored = try Row.fetchOne(find, arguments: [series, year])
    var segment = try stored.map { try Segment($0, provider: batch.provider, pair: pair) } ?? Segment(year: year)
    let changed = segment.merge(days)
    guard changed > 0 else { return 0 }
    let bytes = segment.encoded
    let checksum = bytes.withUnsafeBytes { Segment.checksum($0) }
    let write = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO segment (series, year, observations, checksum) VALUES (?, ?, ?, ?)")
    try write.execute(arguments: [series, year, bytes, checksum])
    try note(newestOf: segment, series: series, database)
    return changed
  }
}
