// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

/// Imports responses and files into the database, and quarantines suspicious rates. Restores rates after damage.
public actor RatesImport {
  let bundle: BundledHistory?
  let database: RatesDatabase
  let catalogue: CurrencyCatalogue
  let directory: ProviderDirectory
  let documents: DocumentCache
  let updates: Broadcast<RatesUpdate>
  let clock: @Sendable () -> Timestamp
  private var historyImport: Task<Result<Bool, RatesFailure>, Never>?
  private var answersImport: Task<Void, Never>?

  init(
    of bundle: BundledHistory?, into database: RatesDatabase, catalogue: CurrencyCatalogue,
    directory: ProviderDirectory, updates: Broadcast<RatesUpdate>, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.bundle = bundle
    self.database = database
    self.catalogue = catalogue
    self.directory = directory
    documents = DocumentCache(database: database)
    self.updates = updates
    self.clock = clock
  }

  private nonisolated var reader: RatesReader { RatesReader(importer: self) }
  private nonisolated var comparison: MarketComparison { MarketComparison(reader: reader) }

  private func announce(_ update: RatesUpdate) { updates.send(update) }

  /// Imports the bundled history. On a nearly full disk, the rates stay in memory until the program ends.
  public func importHistory() async throws(RatesFailure) { _ = try await readHistory() }

  /// Imports the bundled history to disk. On a nearly full disk, throws `.storage(.littleRoom)`.
  public func storeHistory() async throws(RatesFailure) {
    guard let bundle else { return }
    do {
      let known = try await documents.known(try document(of: bundle))
      if known?.isComplete != true { try database.requireRoom(BundledHistory.room) }
    } catch let error as StorageError {
      throw .storage(error)
    } catch let error as RatesFailure {
      throw error
    } catch {
      throw .document(provider: bundle.provider, .truncated)
    }
    try await importHistory()
  }

  private func readHistory() async throws(RatesFailure) -> Bool {
    guard let bundle else { return false }
    let running =
      historyImport
      ?? Task { await Result { () async throws(RatesFailure) in try await importRates(bundle).wasRead } }
    historyImport = running
    let outcome = await running.value
    historyImport = nil
    return try outcome.get()
  }

  /// Imports the needed part of the bundled history, and returns whether new rates may be stored. If only the newest
  /// rates of the history's provider are needed, imports only the newest day. Otherwise imports the whole history.
  func importBundle(
    asNeededBy order: [ProviderID], day: Day?, _ stored: [ProviderID: Set<Currency>]
  ) async throws(RatesFailure) -> Bool {
    guard let bundle else { return false }
    let isAlone = !order.contains { $0 != bundle.provider && stored[$0] != nil }
    do {
      if day == nil, isAlone {
        return try await importRates(bundle, pauseAfterNewestDay: true).wasRead
      } else {
        return try await readHistory()
      }
    } catch {
      // Rates are already stored, so this error isn't thrown. The start of the program reports it.
      if stored[bundle.provider] == nil { throw error }
      return true
    }
  }

  /// Imports the bundled history once, newest days first. `pauseAfterNewestDay`: whether to import only the newest day.
  @discardableResult
  public func importRates(
    _ bundle: BundledHistory, pauseAfterNewestDay: Bool = false
  ) async throws(RatesFailure) -> ImportProgress {
    try await importRates(try document(of: bundle), pauseAfterNewestDay: pauseAfterNewestDay) {
      try ECBHistory(archive: try bundle.load())
    }
  }

  private func document(of bundle: BundledHistory) throws(RatesFailure) -> NewDocument {
    NewDocument(
      provider: bundle.provider, command: "history", origin: .bundled, requestHash: "",
      dataHash: try bundle.identity(), body: nil, fetched: clock())
  }

  /// Imports a response or a file, and announces new rates. Imports nothing if the same bytes were imported before.
  @discardableResult
  func importRates(
    _ new: NewDocument, pauseAfterNewestDay: Bool = false,
    makeReader: @Sendable () throws -> any QuoteReader
  ) async throws(RatesFailure) -> ImportProgress {
    var stored: StoredQuotes?
    let progress = try await importWithoutAnnouncement(
      new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, makeReader: makeReader)
    if progress.isComplete, progress.wasRead { announce(.importProgress(progress)) }
    return progress
  }

  /// Imports a response or a file. If the database is damaged, retries with a new file. The caller announces new rates.
  func importWithoutAnnouncement(
    _ new: NewDocument, beside stored: inout StoredQuotes?, pauseAfterNewestDay: Bool = false,
    makeReader: @Sendable () throws -> any QuoteReader
  ) async throws(RatesFailure) -> ImportProgress {
    let recovered = database.recoveredFile
    var first: ImportProgress?
    do {
      // If the database file was damaged, imports stored responses first. The new response then replaces their rates.
      if recovered != nil, new.origin != .bundled { await importAnswers() }
      let progress = try await importOnce(
        new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, makeReader: makeReader)
      guard new.origin != .bundled, database.recoveredFile != recovered else { return progress }
      first = progress
    } catch {
      guard case .storage(let fault) = error else { throw error }
      if case .damaged = fault {  // guards S30
        // A new database file has replaced the damaged file, so the import is tried again below.
      } else if new.origin == .bundled {
        do { try database.continueInMemory(because: fault) } catch { throw .storage(error) }
        if case .littleRoom = fault { announce(.failed(.storage(fault))) }
      } else {
        throw error
      }
    }
    stored = nil
    if new.origin != .bundled { await importAnswers() }
    var progress = try await importOnce(
      new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, isLast: first == nil, makeReader: makeReader)
    progress.changed = max(progress.changed, first?.changed ?? 0)
    return progress
  }

  /// Imports once. `isLast`: false if later imports may have changed the rates, so that known bytes are imported again.
  private func importOnce(
    _ new: NewDocument, beside stored: inout StoredQuotes?, pauseAfterNewestDay: Bool, isLast: Bool = true,
    makeReader: @Sendable () throws -> any QuoteReader
  ) async throws(RatesFailure) -> ImportProgress {
    do {
      let known = try await documents.known(new)
      if let known, known.isComplete {
        // A check of the bundled file isn't recorded, because no request was sent.
        if new.origin != .bundled {
          let isLast = try await database.isLastChecked(known.id, of: new.provider) && isLast
          try await database.noteUnchanged(known.id, checked: new.fetched, expires: new.expires)
          // Later imports may have changed the rates, so the rates of this response are imported again.
          if !isLast { return try await importAgain(known, beside: &stored, makeReader) }
        }
        return ImportProgress(
          provider: new.provider, downTo: known.importedDownTo, permille: 1000, changed: 0, isComplete: true)
      }
      if pauseAfterNewestDay, let known, known.importedDownTo != nil {
        return ImportProgress(
          provider: new.provider, downTo: known.importedDownTo, permille: 0, changed: 0, isComplete: false)
      }
      if new.origin == .bundled {
        try database.requireRoom(pauseAfterNewestDay ? BundledHistory.roomOfNewestDay : BundledHistory.room)  // guards S26
      }
      let evidence =
        isTrusted(new.origin, new.provider) ? nil : try await evidence(about: new.provider, beside: &stored)
      var reader = try makeReader()
      let document: StoredDocument
      if let known { document = known } else { document = try await database.insert(new) }
      return try await drain(
        &reader, into: document, against: evidence, beside: &stored, pauseAfterFirst: pauseAfterNewestDay)
    } catch let error as StorageError {
      throw .storage(error)
    } catch let error as ItemError {
      throw .document(provider: new.provider, error)
    } catch let error as RatesFailure {
      throw error
    } catch {
      throw .document(provider: new.provider, .truncated)
    }
  }

  private func isTrusted(_ origin: StoredDocument.Origin, _ id: ProviderID) -> Bool {
    // Rates of these origins aren't compared with other rates. The bundled history's jumps are real (ISK 2008, TRL
    // 2001). Team rates and a user's series may differ on purpose.
    origin == .bundled || id.isTeam || directory[id]?.endpoints.hasNoServer == true
  }

  private func importAgain(
    _ known: StoredDocument, beside stored: inout StoredQuotes?, _ makeReader: () throws -> any QuoteReader
  ) async throws -> ImportProgress {
    let evidence =
      isTrusted(known.origin, known.provider) ? nil : try await evidence(about: known.provider, beside: &stored)
    var reader = try makeReader()
    return try await drain(
      &reader, into: known.withoutImport, against: evidence, beside: &stored, pauseAfterFirst: false)
  }

  private func evidence(
    about id: ProviderID, beside stored: inout StoredQuotes?
  ) async throws(RatesFailure) -> RateGuard.Evidence {
    var known: StoredQuotes
    if let stored {
      known = stored
    } else {
      known = StoredQuotes(try await reader.newestQuotes(of: id, withSides: true))
    }
    let others: [RateTable]
    if let read = known.others { others = read } else { others = try await comparison.others(beside: id) }
    known.others = others
    stored = known
    var own = known.own
    if id == bundle?.provider, own.isEmpty {
      own = comparison.shippedBatch()?.pairs.compactMapValues(\.last) ?? [:]
    }
    return RateGuard.Evidence(stored: own, others: others)
  }

  private func drain(
    _ reader: inout some QuoteReader, into document: StoredDocument, against evidence: RateGuard.Evidence?,
    beside stored: inout StoredQuotes?, pauseAfterFirst: Bool
  ) async throws -> ImportProgress {
    var progress = ImportProgress(
      provider: document.provider, downTo: document.importedDownTo, permille: 0, changed: 0, isComplete: false)
    let (provider, gate) = (try directory.provider(document.provider), RateGuard(catalogue: catalogue))
    var evidence = evidence
    var ahead = try reader.next()
    var newest = ahead?.newestDay
    while let batch = ahead {
      try Task.checkCancellation()
      progress.pairs.formUnion(batch.pairs.keys)
      ahead = try reader.next()
      newest = [newest, ahead?.newestDay].compactMap { $0 }.max()
      // Skips a batch that was finished before an interruption.
      if let oldest = batch.oldestDay, let reached = document.importedDownTo, oldest >= reached, ahead != nil {
        continue
      }
      let now = clock()
      if let stored = evidence?.stored {
        evidence?.history = try await comparison.history(about: batch, before: stored)
        evidence?.shipped = try await comparison.shippedRates(about: batch)
      }
      // If the bundled history's newest day seems to be in the future, the clock is wrong, so this day counts as today.
      let today = document.origin == .bundled ? max(now.day, batch.newestDay ?? now.day) : now.day
      let (accepted, suspects) = gate.examine(batch, of: provider, today: today, against: evidence)
      // If all days of a response are in the future, it doesn't contain this provider's rates.
      if !suspects.isEmpty, accepted.count == 0, suspects.allSatisfy({ $0.reason == .future }),
        let newest = batch.newestDay
      {
        throw RatesFailure.future(provider: document.provider, newest)
      }
      try await database.quarantine(suspects, from: document.id, now: now)
      let changed = try await database.store(
        accepted, from: document.id, importedDownTo: batch.oldestDay, isComplete: ahead == nil)
      progress = ImportProgress(
        provider: document.provider, downTo: batch.oldestDay, permille: ahead == nil ? 1000 : reader.permille,
        changed: progress.changed + changed, isComplete: ahead == nil,
        quarantined: progress.quarantined + suspects.count, wasRead: true, pairs: progress.pairs)
      stored?.add(accepted)
      // A complete file has all rates of its pairs from its first to its last day, so these days are completely known.
      if progress.isComplete, document.origin != .download, let oldest = batch.oldestDay, let newest, oldest <= newest {
        try await database.cover(oldest...newest, progress.pairs, of: document.provider)
      }
      if !progress.isComplete { announce(.importProgress(progress)) }
      if pauseAfterFirst { break }
    }
    return progress
  }

  /// Announces a database file that was found damaged. If it contained rates, imports them again.
  public func rebuild(after recovered: QuarantinedFile) async {
    announce(.fileRecovered(recovered))
    guard recovered == database.recoveredFile else { return }
    do { try await storeHistory() } catch { announce(.failed(error)) }
    await importAnswers()  // guards S03
  }

  /// Completes the import of stored responses. The bundled history must be imported first, because it is older.
  public func importAnswers() async {
    let running = answersImport ?? Task { await adoptWaiting() }
    answersImport = running
    await running.value
    answersImport = nil
  }

  /// Completes the import of stored responses. Returns false during an import, because the caller may be part of it.
  func importAnswersUnlessRunning() async -> Bool {
    guard answersImport == nil else { return false }
    await importAnswers()
    return true
  }

  /// Imports a provider's rates again from the bundled history and the stored responses.
  func restore(_ id: ProviderID) async throws(RatesFailure) {
    if let bundle, bundle.provider == id { try await importRates(bundle) }
    _ = await importAnswersUnlessRunning()
  }

  private func adoptWaiting() async {
    let waiting: [DocumentID]
    do { waiting = try await database.waitingDocuments() } catch { return }
    guard !waiting.isEmpty else { return }
    do { try await storeHistory() } catch {}
    for id in waiting {
      do {
        try await importAgain(id)
      } catch RatesFailure.document {
        do { try await database.noteRefused(id) } catch {}
      } catch {}
    }
  }

  private func importAgain(_ id: DocumentID) async throws {
    guard let document = try await database.answer(id), let items = directory[document.provider],
      let body = document.body, DocumentCache.fingerprint(body) == document.dataHash
    else { return }
    var stored: StoredQuotes?
    // `importRates` can't be used here: if the database file is damaged, it would wait for the import that is running.
    let progress = try await importOnce(document, beside: &stored, pauseAfterNewestDay: false) {
      () throws(ItemError) in try items.read(SourceDocument(bytes: body, day: document.askedDay))
    }
    if progress.isComplete, progress.wasRead { announce(.importProgress(progress)) }
  }

  /// Imports a file with a provider's rates from the user's disk. Throws `.fileNotReadable` if it can't be read.
  @discardableResult
  public func importFile(_ path: String, of id: ProviderID) async throws(RatesFailure) -> ImportProgress {
    guard let items = directory[id] else { throw .unknownProvider(id.name) }
    let bytes = try Self.contents(of: path)
    let new = documents.describe(
      bytes, of: id, command: "file", request: path, origin: .import, fetched: clock(), lifetime: nil)
    do {
      return try await importRates(new) { () throws(ItemError) in try items.read(SourceDocument(bytes: bytes)) }
    } catch {
      guard case .document(_, let fault) = error else { throw error }
      throw .document(provider: id, fault.shown(without: nil))
    }
  }

  /// Deletes the bodies of expired responses. The rates from these responses stay.
  public func sweepDocuments() async throws(RatesFailure) -> Int {
    do { return try await documents.sweep(now: clock()) } catch { throw .storage(error) }
  }

  /// Removes a provider of the user, with its rates.
  func remove(_ id: ProviderID) async throws(RatesFailure) {
    directory.remove(id)
    try await wipe(id)
    updates.send(.orderChanged)
  }

  func wipe(_ id: ProviderID) async throws(RatesFailure) {
    do { try await database.wipe(id) } catch { throw .storage(error) }
  }

  static func contents(of path: String) throws(RatesFailure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .fileNotReadable(path: path) }
    return [UInt8](data)
  }
}

public struct ImportProgress: Hashable, Sendable {
  public let provider: ProviderID
  /// All rates on and after this day are imported.
  public let downTo: Day?
  public let permille: Int
  public internal(set) var changed: Int
  public let isComplete: Bool
  public var quarantined = 0
  var wasRead = false
  var pairs: Set<PairKey> = []
  /// The newest stored day after a refresh. Nil if no rates are stored.
  public var newest: Day?

  var isNews: Bool { changed > 0 || quarantined > 0 }
}

public struct BundledHistory: Sendable {
  public let provider: ProviderID
  public let path: String
  /// The free bytes on disk that importing the whole history requires: 4 MB for rates, and 8 MB for the user's data.
  static let room: UInt64 = 12 << 20
  /// The free bytes on disk that importing only the newest day requires. Its rates need 60 kB.
  static let roomOfNewestDay: UInt64 = 1 << 20

  public init(provider: ProviderID, path: String) {
    self.provider = provider
    self.path = path
  }

  /// Returns a text that identifies the file's content. Usually reads only the last bytes, to keep each start fast.
  func identity() throws(RatesFailure) -> String {
    guard let tail = Self.tail(of: path, bytes: 1024) else { throw .fileNotReadable(path: path) }
    if let identity = ZipEntry.identity(fromTail: tail) { return identity }
    // Reads the whole file, because the ZIP directory isn't at the end or the file is damaged.
    let bytes = try load()
    do { return try ZipEntry(bytes).identity } catch { throw .document(provider: provider, error) }
  }

  func load() throws(RatesFailure) -> [UInt8] { try RatesImport.contents(of: path) }

  private static func tail(of path: String, bytes count: Int) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    fseek(file, max(0, ftell(file) - count), SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: count)
    let read = fread(&bytes, 1, count, file)
    return Array(bytes.prefix(read))
  }
}
