// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
public import KursModel

public struct RatesDatabase: Sendable {
  package let file: DatabaseFile

  /// Opens or creates the file. `recovery` replaces a damaged file. Without `recovery`, damage is thrown.
  public init(path: String, recovery: FileRecovery? = nil) throws(StorageError) {
    self.init(whenAsked: path, recovery: recovery)
    try open()
  }

  public init(
    whenAsked path: String, recovery: FileRecovery?,
    noteOpened: @escaping @Sendable (QuarantinedFile?, StorageError?) -> Void = { _, _ in }
  ) {
    var recovery = recovery
    recovery?.salvaged = .answers
    file = DatabaseFile(
      path: path, durability: .normal, migrator: RatesSchema.migrator, recovery: recovery, noteOpened: noteOpened)
  }

  public func open() throws(StorageError) { try file.open() }

  public func continueInMemory(because error: StorageError) throws(StorageError) {
    try file.continueInMemory(because: error)
  }

  public func requireRoom(_ bytes: UInt64) throws(StorageError) { try file.requireRoom(bytes) }

  public var recoveredFile: QuarantinedFile? { file.recoveredFile }

  public var saveError: StorageError? { file.saveError }

  public func wasChangedElsewhere() async -> Bool { await file.wasChangedElsewhere() }

  public func document(
    provider: ProviderID, command: String, member: String = "", dataHash: String
  ) async throws(StorageError) -> StoredDocument? {
    try await file.read { database in
      try Self.document(provider: provider, command: command, member: member, dataHash: dataHash, in: database)
    }
  }

  private static func document(
    provider: ProviderID, command: String, member: String, dataHash: String, in database: Database
  ) throws -> StoredDocument? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT * FROM document WHERE provider = ? AND command = ? AND member = ? AND data_hash = ?"),
      arguments: [provider.name, command, member, dataHash]
    ).map(StoredDocument.init)
  }

  public func newestDocument(
    of provider: ProviderID, command: String, requestHash: String
  ) async throws(StorageError) -> StoredDocument? {
    try await file.rows(
      """
      SELECT * FROM document WHERE provider = ? AND command = ? AND request_hash = ? AND is_complete
      ORDER BY checked_ms DESC, id DESC LIMIT 1
      """, [provider.name, command, requestHash], as: StoredDocument.init
    ).first
  }

  public func documents(of provider: ProviderID) async throws(StorageError) -> [StoredDocument] {
    try await file.rows(
      "SELECT * FROM document WHERE provider = ? ORDER BY id DESC", [provider.name], as: StoredDocument.init)
  }

  /// Stores a response. If the response is already stored, returns the existing row with its import progress.
  public func insert(_ new: NewDocument) async throws(StorageError) -> StoredDocument {
    try await file.write { database in
      if let known = try Self.document(
        provider: new.provider, command: new.command, member: new.member, dataHash: new.dataHash, in: database)
      {
        return known
      }
      try database.execute(
        sql: """
          INSERT INTO document (provider, command, member, origin, request_hash, data_hash, body, fetched_ms,
            checked_ms, expires_ms, etag, max_age_s, asked_day) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          new.provider.name, new.command, new.member, new.origin.rawValue, new.requestHash, new.dataHash,
          new.body.map { Data($0) }, new.fetched.milliseconds, new.fetched.milliseconds,
          new.expires?.milliseconds, new.etag, new.maxAge, new.askedDay?.number,
        ])
      return StoredDocument(
        id: DocumentID(number: UInt32(database.lastInsertedRowID)), provider: new.provider,
        command: new.command, origin: new.origin, dataHash: new.dataHash, fetched: new.fetched,
        checked: new.fetched, expires: new.expires, importedDownTo: nil, isComplete: false, etag: new.etag)
    }
  }

  /// Whether no other complete response was confirmed after the response `id`. The bundled history doesn't count.
  public func isLastChecked(_ id: DocumentID, of provider: ProviderID) async throws(StorageError) -> Bool {
    try await file.read { database in
      let others: Int? = try database.value(
        """
        SELECT count(*) FROM document WHERE provider = ? AND id <> ? AND origin <> 'bundled' AND is_complete
          AND checked_ms >= (SELECT checked_ms FROM document WHERE id = ?)
        """, [provider.name, Int64(id.number), Int64(id.number)])
      return others == 0
    }
  }

  public func noteUnchanged(
    _ id: DocumentID, checked: Timestamp, expires: Timestamp?
  ) async throws(StorageError) {
    try await file.execute(
      "UPDATE document SET checked_ms = ?, expires_ms = ? WHERE id = ?",
      [checked.milliseconds, expires?.milliseconds, Int64(id.number)])
  }

  @discardableResult
  public func dropExpiredBodies(now: Timestamp) async throws(StorageError) -> Int {
    try await file.execute(
      "UPDATE document SET body = NULL WHERE expires_ms < ? AND body IS NOT NULL", [now.milliseconds])
  }

  public func bodyBytes() async throws(StorageError) -> Int {
    try await file.read { try $0.value("SELECT coalesce(sum(length(body)), 0) FROM document") ?? 0 }
  }

  public func dropBodies() async throws(StorageError) {
    try await file.execute("UPDATE document SET body = NULL WHERE body IS NOT NULL")
  }

  public func waitingDocuments() async throws(StorageError) -> [DocumentID] {
    try await file.read { database in
      let numbers: [UInt32] = try database.values(
        "SELECT id FROM document WHERE NOT (is_complete OR is_refused) AND body IS NOT NULL ORDER BY id")
      return numbers.map { DocumentID(number: $0) }
    }
  }

  public func answer(_ id: DocumentID) async throws(StorageError) -> NewDocument? {
    try await file.rows(
      "SELECT * FROM document WHERE id = ? AND body IS NOT NULL", [Int64(id.number)], as: NewDocument.init
    ).first
  }

  /// Marks a stored response as unreadable, so that it isn't read again.
  public func noteRefused(_ id: DocumentID) async throws(StorageError) {
    try await file.execute("UPDATE document SET is_refused = 1 WHERE id = ?", [Int64(id.number)])
  }

  /// Deletes a provider's rates, but keeps the responses, from which the rates can be imported again.
  public func forgetRates(of provider: ProviderID) async throws(StorageError) {
    try await file.write { database in
      for table in ["series", "quarantine"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE provider = ?", arguments: [provider.name])
      }
      try database.execute(
        sql: "DELETE FROM document WHERE provider = ? AND body IS NULL", arguments: [provider.name])
      try database.execute(
        sql: "UPDATE document SET taken_up_down_to = NULL, is_complete = 0, is_refused = 0 WHERE provider = ?",
        arguments: [provider.name])
    }
  }

  /// Returns each currency's last quote up to `day` (nil: the newest). Throws `.damagedSegment` for a wrong checksum.
  public func latestQuotes(
    of provider: ProviderID, on day: Day?, withSides: Bool = false
  ) async throws(StorageError) -> [Quote] {
    guard let day else { return try await newestQuotes(of: provider, withSides: withSides) }
    return try await file.read { database in
      // The statement has no ORDER BY, because SQLite would copy the rows' bytes to sort them.
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT series.id, series.base, series.counter, series.side, segment.year, segment.observations,
              segment.checksum
            FROM series JOIN segment ON segment.series = series.id AND segment.year = (
              SELECT MAX(year) FROM segment WHERE series = series.id AND year <= ?)
            WHERE series.provider = ? AND series.side <= ?
            """),
        arguments: [day.year, provider.name, Self.lastSide(withSides)])
      var (quotes, without) = ([(series: Int64, quote: Quote)](), [(series: Int64, pair: PairKey, year: Int)]())
      while let row = try rows.next() {
        guard let pair = try PairKey(row) else { continue }
        let (series, segment) = (
          try row.column("id") as Int64, try Segment(row, provider: provider, pair: pair, lastUpTo: day)
        )
        if let last = segment.observations.last {
          quotes.append((series, Quote(provider: provider, pair: pair, observation: last)))
        } else {
          without.append((series, pair, segment.year))
        }
      }
      for (series, pair, year) in without {
        guard let row = try database.segment(of: series, before: year),
          let last = try Segment(row, provider: provider, pair: pair, lastUpTo: day).observations.last
        else { continue }
        quotes.append((series, Quote(provider: provider, pair: pair, observation: last)))
      }
      return quotes.sorted { $0.series < $1.series }.map(\.quote)
    }
  }

  /// Reads the last observations, which are stored with the pairs. So a start reads one page instead of many.
  private func newestQuotes(of provider: ProviderID, withSides: Bool) async throws(StorageError) -> [Quote] {
    try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT base, counter, side, newest_year AS year, newest AS observations, newest_checksum AS checksum
            FROM series WHERE provider = ? AND side <= ? AND newest IS NOT NULL
            """),
        arguments: [provider.name, Self.lastSide(withSides)])
      var quotes = [Quote]()
      while let row = try rows.next() {
        guard let pair = try PairKey(row),
          let last = try Segment(row, provider: provider, pair: pair).observations.last
        else { continue }
        quotes.append(Quote(provider: provider, pair: pair, observation: last))
      }
      return quotes
    }
  }

  /// Returns the observations of each pair in a period, in the order of pairs. Leaves out pairs without observations.
  public func observations(
    of provider: ProviderID, in days: ClosedRange<Day>, withSides: Bool = false
  ) async throws(StorageError) -> [(pair: PairKey, observations: [Observation])] {
    try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT series.base, series.counter, series.side, segment.year, segment.observations, segment.checksum
            FROM series JOIN segment ON segment.series = series.id
            WHERE series.provider = ? AND series.side <= ? AND segment.year BETWEEN ? AND ?
            ORDER BY series.id, segment.year
            """),
        arguments: [provider.name, Self.lastSide(withSides), days.lowerBound.year, days.upperBound.year])
      var all = [(pair: PairKey, observations: [Observation])]()
      while let row = try rows.next() {
        guard let pair = try PairKey(row) else { continue }
        let inside = try Segment(row, provider: provider, pair: pair).observations.filter { days.contains($0.day) }
        if inside.isEmpty { continue }
        if all.last?.pair == pair { all[all.count - 1].observations += inside } else { all.append((pair, inside)) }
      }
      return all
    }
  }

  private static func lastSide(_ withSides: Bool) -> Int { withSides ? QuoteSide.selling.stored : 0 }

  public func observations(
    of provider: ProviderID, base: Currency, counter: Currency, side: QuoteSide = .middle, from: Day, to: Day
  ) async throws(StorageError) -> [Observation] {
    let pair = PairKey(base: base, counter: counter, side: side)
    return try await file.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT segment.year, segment.observations, segment.checksum
            FROM series JOIN segment ON segment.series = series.id
            WHERE series.provider = ? AND series.base = ? AND series.counter = ? AND series.side = ?
              AND segment.year BETWEEN ? AND ?
            ORDER BY segment.year
            """),
        arguments: [provider.name, base.code, counter.code, side.stored, from.year, to.year])
      var observations = [Observation]()
      while let row = try rows.next() {
        let segment = try Segment(row, provider: provider, pair: pair)
        if segment.year == from.year || segment.year == to.year {
          observations += segment.observations.filter { $0.day >= from && $0.day <= to }
        } else {
          observations += segment.observations
        }
      }
      return observations
    }
  }

  public func providers() async throws(StorageError) -> [ProviderID] {
    try await file.read { database in
      try database.values("SELECT DISTINCT provider FROM series ORDER BY provider").map { ProviderID($0 as String) }
    }
  }

  /// Returns each provider's quoted currencies. `withSides` includes currencies with only buying or selling rates.
  public func quotedCurrencies(withSides: Bool = false) async throws(StorageError) -> [ProviderID: Set<Currency>] {
    try await file.read { database in
      var quoted: [ProviderID: Set<Currency>] = [:]
      let rows = try Row.fetchCursor(
        database.cachedStatement(sql: "SELECT provider, base, counter, side FROM series WHERE side <= ?"),
        arguments: [Self.lastSide(withSides)])
      while let row = try rows.next() {
        guard let pair = try PairKey(row) else { continue }
        quoted[ProviderID(try row.column("provider")), default: []].formUnion([pair.base, pair.counter])
      }
      return quoted
    }
  }

  public func pairs(of provider: ProviderID) async throws(StorageError) -> [PairKey] {
    try await file.rows(
      "SELECT base, counter, side FROM series WHERE provider = ? ORDER BY id", [provider.name], as: PairKey.init)
  }

  /// Deletes all data of a provider and overwrites it on disk. Use this for rates that only one member may see.
  public func wipe(_ provider: ProviderID) async throws(StorageError) {
    try await file.erase { database in
      for table in ["series", "document", "quarantine"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE provider = ?", arguments: [provider.name])
      }
    }
  }

  /// Merges quotes and stores the import progress in one transaction. Returns the number of changed observations.
  @discardableResult
  public func store(
    _ batch: QuoteBatch, from document: DocumentID, importedDownTo: Day?, isComplete: Bool
  ) async throws(StorageError) -> Int {
    try await file.write { [path = file.path] database in
      let changed = try Self.merge(batch, from: document, database)
      try database.execute(
        sql: "UPDATE document SET taken_up_down_to = ?, is_complete = ? WHERE id = ?",
        arguments: [importedDownTo.map { Int($0.number) }, isComplete, Int64(document.number)])
      // If the document is missing, the file was replaced, so the document must be imported again.
      guard database.changesCount == 1 else { throw StorageError.damaged(path: path) }
      return changed
    }
  }

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

extension StoredDocument {
  init(_ row: Row) throws {
    try self.init(
      id: DocumentID(number: row.column("id")), provider: ProviderID(row.column("provider")),
      command: row.column("command"), origin: Origin(rawValue: row.column("origin")) ?? .download,
      dataHash: row.column("data_hash"), fetched: Timestamp(milliseconds: row.column("fetched_ms")),
      checked: Timestamp(milliseconds: row.column("checked_ms")),
      expires: row.optional("expires_ms").map { Timestamp(milliseconds: $0) },
      importedDownTo: row.optional("taken_up_down_to").map { Day(number: $0) },
      isComplete: row.column("is_complete"), etag: row.optional("etag"))
  }
}

extension RatesSchema {
  static let answers = "document"

  /// Prepares another import of the responses that were copied from a damaged file.
  static func readAnew(_ database: Database, _ lost: Set<String>) throws {
    try database.execute(
      sql: """
        DELETE FROM document WHERE body IS NULL;
        UPDATE document SET taken_up_down_to = NULL, is_complete = 0, is_refused = 0
        """)
  }
}

extension NewDocument {
  fileprivate init(_ row: Row) throws {
    let body: Data = try row.column("body")
    try self.init(
      provider: ProviderID(row.column("provider")), command: row.column("command"), member: row.column("member"),
      origin: StoredDocument.Origin(rawValue: row.column("origin")) ?? .download,
      requestHash: row.column("request_hash"), dataHash: row.column("data_hash"), body: [UInt8](body),
      fetched: Timestamp(milliseconds: row.column("fetched_ms")),
      expires: row.optional("expires_ms").map { Timestamp(milliseconds: $0) })
    (etag, maxAge) = try (row.optional("etag"), row.optional("max_age_s"))
    askedDay = try row.optional("asked_day").map { Day(number: $0) }
  }
}

extension PairKey {
  init?(_ row: Row) throws {
    guard let base = Currency(try row.column("base") as String),
      let counter = Currency(try row.column("counter") as String),
      let side = QuoteSide(stored: try row.column("side"))
    else { return nil }
    self.init(base: base, counter: counter, side: side)
  }
}

extension Database {
  fileprivate func segment(of series: Int64, before year: Int) throws -> Row? {
    try Row.fetchOne(
      cachedStatement(
        sql: """
          SELECT year, observations, checksum FROM segment WHERE series = ? AND year < ? ORDER BY year DESC LIMIT 1
          """),
      arguments: [series, year])
  }
}

extension Segment {
  /// Reads a segment and verifies its checksum. `lastUpTo` keeps only the last observation up to that day.
  init(_ row: Row, provider: ProviderID, pair: PairKey, lastUpTo day: Day? = nil) throws {
    let (year, checksum): (Int, Int64) = try (row.column("year"), row.column("checksum"))
    let segment = try row.withUnsafeData(named: "observations") { data -> Segment? in
      guard let data else { return nil }
      return data.withUnsafeBytes { bytes in
        guard Segment.checksum(bytes) == checksum else { return nil }
        return Segment(year: year, bytes: bytes, lastUpTo: day)
      }
    }
    guard let segment else {
      throw StorageError.damagedSegment(
        provider: provider, base: pair.base, counter: pair.counter, year: year)
    }
    self = segment
  }
}

public struct MovedAddress: Hashable, Sendable {
  public let provider: ProviderID
  /// The URL that the provider declares or the user entered.
  public let source: String
  public let target: String
  public let noted: Timestamp
  /// Whether the new URL is used. False if the user's key would go to another host.
  public let isUsed: Bool

  public init(provider: ProviderID, source: String, target: String, noted: Timestamp, isUsed: Bool) {
    self.provider = provider
    self.source = source
    self.target = target
    self.noted = noted
    self.isUsed = isUsed
  }
}

extension RatesSchema {
  static let addMoves = """
    CREATE TABLE moved (
      provider TEXT NOT NULL,
      source TEXT NOT NULL,
      target TEXT NOT NULL,
      noted_ms INTEGER NOT NULL,
      is_used INTEGER NOT NULL,
      PRIMARY KEY (provider, source)
    ) WITHOUT ROWID
    """
}

extension RatesDatabase {
  public func movedAddresses() async throws(StorageError) -> [MovedAddress] {
    try await file.rows("SELECT * FROM moved ORDER BY provider, source", as: MovedAddress.init)
  }

  public func movedAddress(of provider: ProviderID, from source: String) async throws(StorageError) -> MovedAddress? {
    try await file.rows(
      "SELECT * FROM moved WHERE provider = ? AND source = ?", [provider.name, source], as: MovedAddress.init
    ).first
  }

  public func remember(_ move: MovedAddress) async throws(StorageError) {
    try await file.execute(
      "INSERT OR REPLACE INTO moved (provider, source, target, noted_ms, is_used) VALUES (?, ?, ?, ?, ?)",
      [move.provider.name, move.source, move.target, move.noted.milliseconds, move.isUsed])
  }

  public func forgetMoves(of provider: ProviderID) async throws(StorageError) {
    try await file.execute("DELETE FROM moved WHERE provider = ?", [provider.name])
  }

  public func forgetMove(of provider: ProviderID, from source: String) async throws(StorageError) {
    try await file.execute("DELETE FROM moved WHERE provider = ? AND source = ?", [provider.name, source])
  }
}

extension MovedAddress {
  fileprivate init(_ row: Row) throws {
    try self.init(
      provider: ProviderID(row.column("provider")), source: row.column("source"), target: row.column("target"),
      noted: Timestamp(milliseconds: row.column("noted_ms")), isUsed: row.column("is_used"))
  }
}
