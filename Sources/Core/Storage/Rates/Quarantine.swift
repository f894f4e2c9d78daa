// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// A suspicious quote, which is not used unless the user accepts it.
public struct QuarantinedQuote: Hashable, Sendable {
  public let id: Int64
  public let suspect: SuspiciousQuote
  public let noted: Timestamp
}

extension RatesDatabase {
  public func quarantined() async throws(StorageError) -> [QuarantinedQuote] {
    try await file.rows("SELECT * FROM quarantine WHERE is_dropped = 0 ORDER BY id", as: QuarantinedQuote.init)
  }

  /// Quarantines quotes and returns their number. Skips a day's value that is discarded or already quarantined.
  @discardableResult
  public func quarantine(
    _ suspects: [SuspiciousQuote], from document: DocumentID, now: Timestamp
  ) async throws(StorageError) -> Int {
    guard !suspects.isEmpty else { return 0 }
    return try await file.write { database in
      var noted = 0
      for suspect in suspects {
        let (quote, reason) = (suspect.quote, StoredReason(suspect.reason))
        let observation = quote.observation
        if case .unknownCode = suspect.reason, try Self.isRefused(quote, observation.day, database) { continue }
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO quarantine (provider, base, counter, side, day, coefficient, scale,
              unit_exponent, document, reason, detail, noted_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            quote.provider.name, quote.base.code, quote.counter.code, quote.side.stored, observation.day.number,
            String(observation.value.coefficient), observation.value.scale, observation.unit.stored,
            document.number, reason.name, reason.detail, now.milliseconds,
          ])
        noted += database.changesCount
      }
      return noted
    }
  }

  /// Whether the user has discarded a quote with this unknown currency code. If not, deletes older quarantined quotes
  /// with the code. Every table repeats the code, and only the newest quote needs a decision.
  private static func isRefused(_ quote: Quote, _ day: Day, _ database: Database) throws -> Bool {
    let pair: StatementArguments = [
      quote.provider.name, quote.base.code, quote.counter.code, quote.side.stored,
    ]
    let dropped = "provider = ? AND base = ? AND counter = ? AND side = ? AND reason = 'unknown-code' AND is_dropped"
    if try database.isTrue("SELECT EXISTS (SELECT 1 FROM quarantine WHERE \(dropped) = 1)", pair) { return true }
    try database.execute(
      sql: "DELETE FROM quarantine WHERE \(dropped) = 0 AND day < ?", arguments: pair + [day.number])
    return false
  }

  public func acceptQuarantined(_ id: Int64) async throws(StorageError) -> Bool {
    try await file.write { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT * FROM quarantine WHERE id = ? AND is_dropped = 0", arguments: [id]),
        let entry = try QuarantinedQuote(row), entry.suspect.quote.observation.value.coefficient > 0
      else { return false }
      let quote = entry.suspect.quote
      let batch = QuoteBatch(provider: quote.provider, pairs: [quote.pair: [quote.observation]])
      _ = try Self.merge(batch, from: quote.observation.document, database)
      try database.execute(sql: "DELETE FROM quarantine WHERE id = ?", arguments: [id])
      return true
    }
  }

  public func dropQuarantined(_ id: Int64) async throws(StorageError) -> Bool {
    try await file.execute("UPDATE quarantine SET is_dropped = 1 WHERE id = ? AND is_dropped = 0", [id]) > 0
  }
}

extension QuarantinedQuote {
  init?(_ row: Row) throws {
    guard let pair = try PairKey(row), let coefficient = UInt64(try row.column("coefficient") as String),
      let unit = QuoteUnit(stored: try row.column("unit_exponent")),
      let reason = try StoredReason(name: row.column("reason"), detail: row.column("detail")).reason
    else { return nil }
    let observation = try Observation(
      day: Day(number: row.column("day")),
      value: PublishedNumber(coefficient: coefficient, scale: row.column("scale")), unit: unit,
      document: DocumentID(number: row.column("document")))
    let provider = ProviderID(try row.column("provider"))
    try self.init(
      id: row.column("id"),
      suspect: SuspiciousQuote(
        quote: Quote(provider: provider, pair: pair, observation: observation), reason: reason),
      noted: Timestamp(milliseconds: row.column("noted_ms")))
  }
}

extension QuoteUnit {
  /// The stored form of the unit: the exponent of a power of ten, or else the negative of the unit's number.
  fileprivate var stored: Int64 { exponent.map { Int64($0) } ?? -Int64(number) }

  fileprivate init?(stored: Int64) {
    let unit =
      stored < 0
      ? UInt32(exactly: stored.magnitude).flatMap { QuoteUnit($0) }
      : UInt8(exactly: stored).flatMap { QuoteUnit(exponent: $0) }
    guard let unit else { return nil }
    self = unit
  }
}

private struct StoredReason {
  let name: String
  let detail: String

  init(name: String, detail: String) {
    self.name = name
    self.detail = detail
  }

  init(_ reason: SuspiciousQuote.Reason) {
    switch reason {
    case .notPositive: self.init(name: "not-positive", detail: "")
    case .unknownCode(let currency): self.init(name: "unknown-code", detail: currency.code)
    case .future: self.init(name: "future", detail: "")
    case .past: self.init(name: "past", detail: "")
    case .outsideLife(let currency): self.init(name: "outside-life", detail: currency.code)
    case .jump(let last):
      self.init(
        name: "jump",
        detail: "\(last.day.number) \(last.value.coefficient) \(last.value.scale) \(last.unit.stored)")
    case .contradicted(let provider): self.init(name: "contradicted", detail: provider.name)
    case .scaled(let provider, let times): self.init(name: "scaled", detail: "\(provider.name) \(times)")
    }
  }

  var reason: SuspiciousQuote.Reason? {
    switch name {
    case "not-positive": .notPositive
    case "unknown-code": Currency(detail).map { .unknownCode($0) }
    case "future": .future
    case "past": .past
    case "outside-life": Currency(detail).map { .outsideLife($0) }
    case "jump": observation.map { .jump(from: $0) }
    case "contradicted": .contradicted(by: ProviderID(detail))
    case "scaled": scale
    default: nil
    }
  }

  private var scale: SuspiciousQuote.Reason? {
    let parts = detail.split(separator: " ")
    guard parts.count == 2, let times = Int(parts[1]) else { return nil }
    return .scaled(by: ProviderID(String(parts[0])), times: times)
  }

  private var observation: Observation? {
    let parts = detail.split(separator: " ")
    guard parts.count == 4, let day = Int32(parts[0]), let coefficient = UInt64(parts[1]),
      let scale = UInt8(parts[2]), let unit = Int64(parts[3]).flatMap({ QuoteUnit(stored: $0) })
    else { return nil }
    return Observation(
      day: Day(number: day), value: PublishedNumber(coefficient: coefficient, scale: scale), unit: unit)
  }
}
