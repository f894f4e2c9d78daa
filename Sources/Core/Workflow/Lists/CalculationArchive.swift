// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
public import KursModel
public import KursStorage
import Synchronization

/// Stores finished calculations, in the history of this computer or as saved lists.
public actor CalculationArchive {
  let objects: UserObjects
  private let symbols: NumberSymbols
  private let catalogue: CurrencyCatalogue
  private let reader: @Sendable () -> CalculationReader
  private let newest: @Sendable ([ProviderID]) async throws(RatesFailure) -> any RateSource
  private let makeID: @Sendable () -> UserObject.ID
  /// Returns a stream of later changes of the rates that `newest` returns.
  let ratesUpdates: @Sendable () async -> AsyncStream<RatesUpdate>

  /// Creates an archive. `reader`: reads the user's number format. `newest`: returns today's rates of the providers.
  public init(
    objects: UserObjects, symbols: NumberSymbols, catalogue: CurrencyCatalogue,
    reader: @escaping @Sendable () -> CalculationReader,
    newest: @escaping @Sendable ([ProviderID]) async throws(RatesFailure) -> any RateSource,
    ratesUpdates: @escaping @Sendable () async -> AsyncStream<RatesUpdate> = { AsyncStream { $0.finish() } },
    makeID: @escaping @Sendable () -> UserObject.ID
  ) {
    self.objects = objects
    self.symbols = symbols
    self.catalogue = catalogue
    self.reader = reader
    self.newest = newest
    self.ratesUpdates = ratesUpdates
    self.makeID = makeID
  }

  /// Creates an archive that uses today's rates of the providers `order`. Nil uses the providers of each calculation.
  public init(
    objects: UserObjects, rates: RatesWorkflow, order: @escaping @Sendable () async -> [ProviderID]? = { nil },
    symbols: NumberSymbols, reader: @escaping @Sendable () -> CalculationReader
  ) {
    self.init(
      objects: objects, symbols: symbols, catalogue: rates.catalogue, reader: reader,
      newest: { banks async throws(RatesFailure) in
        var named = await order() ?? []
        if named.isEmpty { named = await rates.known(among: banks) }
        if named.isEmpty { named = await rates.order }
        return try await rates.newestRates(of: named, own: objects, today: objects.clock().localDay)
      },
      ratesUpdates: { await rates.updates() },
      makeID: {
        var generator = SystemRandomNumberGenerator()
        return UserObject.ID(random: &generator)
      })
  }

  /// Returns an archive like this one that stores its data in `objects`, for example in one account's objects.
  nonisolated func of(_ objects: UserObjects) -> CalculationArchive {
    CalculationArchive(
      objects: objects, symbols: symbols, catalogue: catalogue, reader: reader, newest: newest,
      ratesUpdates: ratesUpdates, makeID: makeID)
  }

  public func record(_ list: FinishedCalculation) -> CalculationRecord {
    CalculationRecord(list, writer: CalculationWriter(symbols: symbols), savedAt: objects.clock())
  }

  public func open(_ record: CalculationRecord) -> Calculation { recordReader.calculation(record) }

  public func comparison(_ record: CalculationRecord) async throws(RatesFailure) -> CalculationComparison {
    CalculationComparison(record, recordReader.calculation(record), today: try await newest(record.banks))
  }

  func inOwnForm<Holder>(_ all: [Holder], _ path: WritableKeyPath<Holder, CalculationRecord>) -> [Holder] {
    var made: RecordReader?
    return all.map { holder in
      let record = holder[keyPath: path]
      guard record.lines.contains(where: { $0.form != symbols.form && $0.text.hasNumberForm }) else { return holder }
      let reader = made ?? recordReader
      made = reader
      var holder = holder
      holder[keyPath: path].text = CalculationWriter(symbols: symbols).text(reader.calculation(record), asIn: record)
      return holder
    }
  }

  private var recordReader: RecordReader { RecordReader(reader(), symbols: symbols, catalogue: catalogue) }

  func newID() -> UserObject.ID { makeID() }

  /// Puts a finished calculation at the top of the history. A calculation without lines isn't stored.
  public func keepInHistory(_ record: CalculationRecord) async throws(StorageError) {
    guard !record.lines.isEmpty else { return }
    try await objects.database.history.add(
      CalculationRecordDocument.text(of: record), fingerprint: record.fingerprint.text, folded: record.searched,
      of: await objects.member)
    await objects.announce([.history])
  }

  public func history(search: String = "") async throws(StorageError) -> [HistoryEntry] {
    let sought = search.trimmed().folded()
    return inOwnForm(try await objects.history(), \.record).filter { sought.isEmpty || $0.record.has(sought) }
  }

  public func historyEntry(_ id: Int64) async throws(StorageError) -> HistoryEntry? {
    let row = try await objects.database.history.row(id, of: await objects.member)
    return inOwnForm([row.flatMap(HistoryEntry.init)].compactMap { $0 }, \.record).first
  }

  /// Removes one entry, or all entries if `id` is nil. `restore` undoes the removal.
  public func removeHistory(_ id: Int64?) async throws(StorageError) -> RemovedHistory {
    let member = await objects.member
    let rows = try await objects.database.history.remove(id, of: member)
    await objects.announce([.history])
    return RemovedHistory(rows: rows, member: member)
  }

  public func restore(_ removed: RemovedHistory) async throws(StorageError) {
    try await objects.database.history.restore(removed.rows, of: removed.member)
    await objects.announce([.history])
  }

  /// Returns the saved lists in the user's order, newest first if never moved. `search` ignores case and accents.
  public func saved(search: String = "") async throws(StorageError) -> [SavedCalculation] {
    let sought = search.trimmed().folded()
    return inOwnForm(try await objects.savedCalculations(), \.record)
      .filter { sought.isEmpty || $0.title.folded().contains(sought) || $0.record.has(sought) }
  }

  public func saved(_ id: UserObject.ID) async throws(StorageError) -> SavedCalculation? {
    guard let object = try await objects.database.object(id, of: await objects.member), !object.isDeleted else {
      return nil
    }
    return inOwnForm([SavedCalculation(object)].compactMap { $0 }, \.record).first
  }

  /// Whether a list was deleted. A list without an owner doesn't count as deleted, because the member will adopt it.
  func isGone(_ id: UserObject.ID) async throws(StorageError) -> Bool {
    let member = await objects.member
    // The list without an owner is read first, because an adoption between the two reads would move it to the member.
    if member != .withoutAccount, try await objects.database.object(id, of: .withoutAccount) != nil { return false }
    return try await objects.database.object(id, of: member)?.isDeleted ?? true
  }

  /// Returns the title of a list that was deleted, or that this version of Kurs can't read. Nil for all other lists,
  /// and for a list that was removed together with the member's data.
  func lostTitle(of id: UserObject.ID) async throws(StorageError) -> String? {
    let object = try await objects.database.object(id, of: await objects.member)
    return object.flatMap { $0.isDeleted || SavedCalculation($0) == nil ? $0["title"] ?? "" : nil }
  }

  /// Adds a list above all other lists, even if the clock is wrong.
  @discardableResult
  public func save(title: String, _ record: CalculationRecord) async throws(StorageError) -> UserObject.ID {
    let (id, now) = (newID(), objects.clock())
    let text = CalculationRecordDocument.text(of: record)
    try await objects.addFirst { first in
      let place = min(SavedCalculation.place(at: now), (first ?? .zero) - .one)
      var object = UserObject(id: id, kind: .saved)
      object.set(["title": title, "calculation": text, "place": place.fraction], now: now)
      return object
    }
    return id
  }

  /// Saves a list's new content and returns the content's version. Saves nothing and returns nil if the list was
  /// deleted or if its stored version isn't `known`. If `known` is nil, the version isn't checked.
  func write(
    _ record: CalculationRecord, into id: UserObject.ID, over known: Fingerprint? = nil
  ) async throws(StorageError) -> Fingerprint? {
    let written = Mutex(Fingerprint?.none)
    try await edit(id) { object, now in
      // A newer Kurs wrote content that this version can't read. This content stays unchanged.
      if let stored = object["calculation"], SavedCalculation(object) == nil, !stored.isEmpty { return }
      let isAsKnown = known.map { known in object["calculation"].map { Fingerprint($0) } == known } ?? true
      guard !object.isDeleted, isAsKnown else { return }
      let text = CalculationRecordDocument.text(of: record, replacing: object["calculation"])
      var fields = ["calculation": text]
      // A list without a stored position is sorted by date. Stores its current position, as the new date would move it.
      if object["place"] == nil, let before = SavedCalculation(object) { fields["place"] = before.standing.fraction }
      object.set(fields, now: now)
      written.withLock { $0 = Fingerprint(text) }
    }
    return written.withLock { $0 }
  }

  /// Copies a list under another title, below the original. Nil if the original doesn't exist.
  public func duplicate(_ id: UserObject.ID, title: String) async throws(StorageError) -> UserObject.ID? {
    guard let original = try await saved(id) else { return nil }
    let copy = try await save(title: title, original.record)
    try await place { lists in
      guard let from = lists.firstIndex(where: { $0.id == copy }) else { return }
      let moved = lists.remove(at: from)
      lists.insert(moved, at: (lists.firstIndex { $0.id == id } ?? -1) + 1)
    }
    return copy
  }

  /// Moves a list to the position `index` among the other lists.
  public func move(_ id: UserObject.ID, to index: Int) async throws(StorageError) {
    try await place { lists in
      guard let from = lists.firstIndex(where: { $0.id == id }), lists.indices.contains(index) else { return }
      lists.insert(lists.remove(at: from), at: index)
    }
  }

  private func place(_ reorder: @escaping @Sendable (inout [SavedCalculation]) -> Void) async throws(StorageError) {
    let now = objects.clock()
    try await objects.change(.saved) { all in
      let before = all.filter { !$0.isDeleted }.compactMap(SavedCalculation.init).inOrder
      var after = before
      reorder(&after)
      let places = ListPlaces.changed(from: before, to: after)
      return all.map { object in
        guard let place = places[object.id] else { return object }
        var moved = object
        moved.set(["place": place.fraction], now: now)
        return moved
      }
    }
  }

  public func rename(_ id: UserObject.ID, title: String) async throws(StorageError) {
    try await edit(id) { $0.set(["title": title], now: $1) }
  }

  public func delete(_ id: UserObject.ID) async throws(StorageError) {
    try await edit(id) { $0.delete(now: $1) }
  }

  public func restore(_ id: UserObject.ID) async throws(StorageError) {
    try await edit(id) { $0.restore(now: $1) }
  }

  private func edit(
    _ id: UserObject.ID, _ change: @escaping @Sendable (inout UserObject, Timestamp) -> Void
  ) async throws(StorageError) {
    let now = objects.clock()
    try await objects.change(id, .saved) { object in
      guard var object else { return nil }
      change(&object, now)
      return object
    }
  }
}

extension CalculationRecord {
  fileprivate var banks: [ProviderID] {
    rates.flatMap(\.rate.providers).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  fileprivate func has(_ folded: String) -> Bool { searched.folded().contains(folded) }

  var searched: String { ([text] + lines.map(\.note)).joined(separator: "\n").lowercased() }
}

extension RatesWorkflow {
  func known(among ids: [ProviderID]) -> [ProviderID] { ids.filter { directory[$0] != nil } }

  public func newestRates(
    of order: [ProviderID], own: UserObjects, today: Day
  ) async throws(RatesFailure) -> any RateSource {
    var resolver = try await ratesInUse(on: nil, of: order).resolver
    do {
      resolver.own = try await own.ownRates().holding(on: today)
    } catch {
      throw .storage(error)
    }
    return ResolvedRates { [resolver] _ in resolver }
  }
}

public struct HistoryEntry: Hashable, Sendable, Identifiable {
  public let id: Int64
  public internal(set) var record: CalculationRecord
}

public struct RemovedHistory: Hashable, Sendable {
  let rows: [HistoryRow]
  let member: MemberID

  public var count: Int { rows.count }
}

extension UserObjects {
  func historyLines() async throws(StorageError) -> [RecordedLine] {
    try await history().flatMap(\.record.lines)
  }

  /// Returns the history without entries that a newer Kurs wrote in an unknown format.
  fileprivate func history() async throws(StorageError) -> [HistoryEntry] {
    try await database.history.rows(of: member).compactMap(HistoryEntry.init)
  }

  func savedLines(of id: UserObject.ID) async throws(StorageError) -> [RecordedLine]? {
    try await database.object(id, of: member).flatMap(SavedCalculation.init)?.record.lines
  }

  fileprivate func savedCalculations() async throws(StorageError) -> [SavedCalculation] {
    try await objects(.saved).compactMap(SavedCalculation.init).inOrder
  }
}

extension HistoryEntry {
  init?(_ row: HistoryRow) {
    guard let record = try? CalculationRecordDocument.read(row.record) else { return nil }
    self.init(id: row.id, record: record)
  }
}

extension SavedCalculation {
  /// Reads a list from an object. Nil if this version of Kurs can't read the object.
  init?(_ object: UserObject) {
    guard let text = object["calculation"], let record = try? CalculationRecordDocument.read(text) else { return nil }
    self.init(
      id: object.id, title: object["title"] ?? "", record: record,
      place: object["place"].flatMap { Rational(fraction: $0) }, version: Fingerprint(text))
  }
}

extension [SavedCalculation] {
  var inOrder: [SavedCalculation] { sorted { ($0.standing, $1.id) < ($1.standing, $0.id) } }
}

private enum ListPlaces {
  static func changed(from before: [SavedCalculation], to after: [SavedCalculation]) -> [UserObject.ID: Rational] {
    guard let index = moved(from: before, to: after) else { return [:] }
    let above = index > 0 ? after[index - 1].standing : nil
    let below = index + 1 < after.count ? after[index + 1].standing : nil
    if let place = OrderPlace.between(above, below) { return [after[index].id: place] }
    // If no position fits between the neighbours, all lists get new positions.
    let first = before[0].standing
    return Dictionary(
      after.enumerated().map { ($1.id, first + Rational(Int64($0))) }, uniquingKeysWith: { first, _ in first })
  }

  private static func moved(from before: [SavedCalculation], to after: [SavedCalculation]) -> Int? {
    guard let first = after.indices.first(where: { after[$0].id != before[$0].id }) else { return nil }
    let isTakenOut = first + 1 < before.count && after[first].id == before[first + 1].id
    return isTakenOut ? after.firstIndex { $0.id == before[first].id } : first
  }
}
