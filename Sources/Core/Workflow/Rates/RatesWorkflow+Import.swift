// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
public import KursAPI
public import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

extension RatesWorkflow {
  /// Imports the bundled history. On a nearly full disk, the rates stay in memory for this run.
  public func importHistory() async throws(RatesFailure) { _ = try await readHistory() }

  /// Imports the bundled history before a result needs it. On a nearly full disk, throws `.storage(.littleRoom)`.
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
      ?? Task {
        do throws(RatesFailure) {
          return .success(try await importRates(bundle).wasRead)
        } catch {
          return .failure(error)
        }
      }
    historyImport = running
    let outcome = await running.value
    historyImport = nil
    return try outcome.get()
  }

  /// Imports the part of the bundled history that a result needs. Returns whether `stored` may have grown.
  /// The newest rates of a single provider are in its newest days. Other results need the whole history.
  func importRates(
    _ bundle: BundledHistory, asNeededBy order: [ProviderID], day: Day?, _ stored: [ProviderID: Set<Currency>]
  ) async throws(RatesFailure) -> Bool {
    let isAlone = !order.contains { $0 != bundle.provider && stored[$0] != nil }
    do {
      if day == nil, isAlone {
        return try await importRates(bundle, pauseAfterNewestDay: true).wasRead
      } else {
        return try await readHistory()
      }
    } catch {
      // The stored rates are enough, and the start reports the file's error.
      if stored[bundle.provider] == nil { throw error }
      return true
    }
  }
}

extension RatesWorkflow {
  /// Imports the bundled history once, newest days first. `pauseAfterNewestDay`: returns once one day can be used.
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

  /// Imports any document. Known bytes need one look-up and no write. Tries again after damage or a full disk.
  @discardableResult
  func importRates(
    _ new: NewDocument, pauseAfterNewestDay: Bool = false, makeReader: () throws -> any QuoteReader
  ) async throws(RatesFailure) -> ImportProgress {
    var stored: StoredQuotes?
    let progress = try await importRates(
      new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, makeReader: makeReader)
    if progress.isComplete, progress.wasRead { announce(.importProgress(progress)) }
    return progress
  }

  /// Like the function above, but the caller announces the end. Loads `stored` if needed.
  func importRates(
    _ new: NewDocument, beside stored: inout StoredQuotes?, pauseAfterNewestDay: Bool = false,
    makeReader: () throws -> any QuoteReader
  ) async throws(RatesFailure) -> ImportProgress {
    let recovered = database.recoveredFile
    var first: ImportProgress?
    do {
      // The responses of a damaged file are older, and later data wins.
      if recovered != nil, new.origin != .bundled { await importAnswers() }
      let progress = try await importOnce(
        new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, makeReader: makeReader)
      guard new.origin != .bundled, database.recoveredFile != recovered else { return progress }
      first = progress
    } catch {
      guard case .storage(let fault) = error else { throw error }
      if case .damaged = fault {  // guards S30
        // A new file has replaced the damaged one.
      } else if new.origin == .bundled {
        do { try database.goOnInMemory(because: fault) } catch { throw .storage(error) }
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

  /// `isLast`: whether no import of this run came after a known document. If false, its rates are stored again.
  private func importOnce(
    _ new: NewDocument, beside stored: inout StoredQuotes?, pauseAfterNewestDay: Bool, isLast: Bool = true,
    makeReader: () throws -> any QuoteReader
  ) async throws(RatesFailure) -> ImportProgress {
    do {
      let known = try await documents.known(new)
      if let known, known.isComplete {  // guards C21
        // The bundled file needs no request. Checking it is neither news nor a write.
        if new.origin != .bundled {
          let isLast = try await database.isLastChecked(known.id, of: new.provider) && isLast
          try await database.noteUnchanged(known.id, checked: new.fetched, expires: new.expires)
          // Later documents may have corrected the rates, so this document corrects them back.
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
    // The bundled history's jumps are real (ISK 2008, TRL 2001). Team rates and a user's series may differ on purpose.
    origin == .bundled || id.isTeam || items[id]?.endpoints.isNowhere == true
  }

  private func importAgain(
    _ known: StoredDocument, beside stored: inout StoredQuotes?, _ makeReader: () throws -> any QuoteReader
  ) async throws -> ImportProgress {
    let evidence =
      isTrusted(known.origin, known.provider) ? nil : try await evidence(about: known.provider, beside: &stored)
    var reader = try makeReader()
    return try await drain(&reader, into: known.anew, against: evidence, beside: &stored, pauseAfterFirst: false)
  }

  /// Returns the rates for comparison: the provider's last ones and the newest stored ones of the others.
  private func evidence(
    about id: ProviderID, beside stored: inout StoredQuotes?
  ) async throws(RatesFailure) -> RateGuard.Evidence {
    var known: StoredQuotes
    if let stored { known = stored } else { known = StoredQuotes(try await newestQuotes(of: id, withSides: true)) }
    let others: [RateTable]
    if let read = known.others { others = read } else { others = try await self.others(beside: id) }
    known.others = others
    stored = known
    var own = known.own
    if id == bundle?.provider, own.isEmpty {
      own = shippedBatch()?.pairs.compactMapValues(\.last) ?? [:]
    }
    return RateGuard.Evidence(stored: own, others: others)
  }

  private func drain(
    _ reader: inout some QuoteReader, into document: StoredDocument, against evidence: RateGuard.Evidence?,
    beside stored: inout StoredQuotes?, pauseAfterFirst: Bool
  ) async throws -> ImportProgress {
    var progress = ImportProgress(
      provider: document.provider, downTo: document.importedDownTo, permille: 0, changed: 0, isComplete: false)
    let (provider, gate) = (try provider(document.provider), RateGuard(catalogue: catalogue))
    var evidence = evidence
    var ahead = try reader.next()
    var newest = ahead?.newestDay
    while let batch = ahead {
      try Task.checkCancellation()
      progress.pairs.formUnion(batch.pairs.keys)
      ahead = try reader.next()
      newest = [newest, ahead?.newestDay].compactMap { $0 }.max()
      // Skips a batch that was finished before the start was interrupted.
      if let oldest = batch.oldestDay, let reached = document.importedDownTo, oldest >= reached, ahead != nil {
        continue
      }
      let now = clock()
      if let stored = evidence?.stored {
        evidence?.history = try await history(about: batch, before: stored)
        evidence?.shipped = try await shippedRates(about: batch)
      }
      // The bundled history can't be newer than Kurs. If it seems newer, the clock is wrong.
      let today = document.origin == .bundled ? max(now.day, batch.newestDay ?? now.day) : now.day
      let (accepted, suspects) = gate.examine(batch, of: provider, today: today, against: evidence)
      // A table whose days are all in the future isn't from this provider.
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
      // A file has everything that its bank published about these pairs between its first and last day.
      if progress.isComplete, document.origin != .download, let oldest = batch.oldestDay, let newest, oldest <= newest {
        try await database.cover(oldest...newest, progress.pairs, of: document.provider)
      }
      if !progress.isComplete { announce(.importProgress(progress)) }
      if pauseAfterFirst { break }
    }
    return progress
  }
}

extension RatesWorkflow {
  /// Announces a file that was found damaged in use. If it had rates, rebuilds them.
  public func rebuild(after recovered: QuarantinedFile) async {
    announce(.fileRecovered(recovered))
    guard recovered == database.recoveredFile else { return }
    do { try await storeHistory() } catch { announce(.failed(error)) }
    await importAnswers()  // guards S03
  }

  /// Imports stored responses whose rates are incomplete. The bundled history goes first, because later data wins.
  public func importAnswers() async {
    let running = answersImport ?? Task { await adoptWaiting() }
    answersImport = running
    await running.value
    answersImport = nil
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
    guard let document = try await database.answer(id), let items = items[document.provider],
      let body = document.body, DocumentCache.fingerprint(body) == document.dataHash
    else { return }
    var stored: StoredQuotes?
    // Without another try after damage, which would wait for the import that this is a part of.
    let progress = try await importOnce(document, beside: &stored, pauseAfterNewestDay: false) {
      () throws(ItemError) in try items.read(SourceDocument(bytes: body, day: document.askedDay))
    }
    if progress.isComplete, progress.wasRead { announce(.importProgress(progress)) }
  }
}

extension RatesWorkflow {
  /// Saves a table as the user's own provider, and replaces one of that name. Throws `FileFailure`.
  @discardableResult
  public func keep(_ table: SeriesTable, as id: ProviderID, name: String) async throws -> Provider {
    guard let folder = series else { throw RatesFailure.unknownProvider(id.name) }
    let bytes = table.bytes
    let series = table.series(id, name: name, bytes)
    // Without rates, an interrupted import begins again with the table that was written last.
    try await wipe(id)
    try folder.write(series, bytes)
    damagedSeries.remove(id)
    set(.series(series), for: id)
    try await wipe(id)
    try await importRates(series: id, bytes)
    announce(.orderChanged)
    return .series(series)
  }

  public func forgetSeries(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard let folder = series, items[id]?.endpoints.isNowhere == true || damagedSeries.contains(id) else {
      return false
    }
    folder.remove(id)
    damagedSeries.remove(id)
    set(nil, for: id)
    try await wipe(id)
    announce(.orderChanged)
    return true
  }

  public var ownSeries: [Provider] {
    items.values.filter(\.endpoints.isNowhere).map(\.provider).sorted { $0.id < $1.id }
  }

  func restoreSeries(of id: ProviderID) async throws(RatesFailure) -> Bool {
    guard items[id]?.endpoints.isNowhere == true else { return false }  // guards S22: items[id]?.endpoints.isNowhere == true => false
    do {
      guard let bytes = try series?.table(of: id) else { return false }
      try await importRates(series: id, bytes)
      return true
    } catch {
      guard error == .damagedSeries(id) else { throw error }
      // Other providers still have rates, and the damage is shown beside them.
      damagedSeries.insert(id)
      set(nil, for: id)
      announce(.damagedSeries(id))
      return false
    }
  }

  private func importRates(series id: ProviderID, _ bytes: [UInt8]) async throws(RatesFailure) {
    guard let items = items[id] else { return }
    let new = documents.describe(
      bytes, of: id, command: "series", request: id.name, origin: .import, fetched: clock(), lifetime: nil)
    try await importRates(new) { () throws(ItemError) in try items.read(SourceDocument(bytes: bytes)) }
  }

  func wipe(_ id: ProviderID) async throws(RatesFailure) {
    do { try await database.wipe(id) } catch { throw .storage(error) }
  }
}

extension RatesWorkflow {
  /// Adds the provider that a file describes. Throws `ProviderFileFault`, `FileFailure` and `RatesFailure`.
  @discardableResult
  public func addProvider(from path: String) async throws -> Provider {
    let described = try ProviderFolder.read(path)
    guard let folder = descriptions, items[described.id].map(\.endpoints.isDescribed) ?? true else {
      throw ProviderFileFault(.identifier, at: "/id")
    }
    let isNew = folder.bytes(of: described.id) != described.bytes
    try folder.write(described)
    damagedSeries.remove(described.id)
    set(described.items, for: described.id)
    if isNew { try await wipe(described.id) }  // guards S23
    announce(.orderChanged)
    return described.items.provider
  }

  public func removeProvider(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    guard let folder = descriptions,
      items[id]?.endpoints.isDescribed == true || damagedSeries.contains(id) && folder.holds(id)
    else { return false }
    folder.remove(id)
    damagedSeries.remove(id)
    set(nil, for: id)
    try await wipe(id)
    announce(.orderChanged)
    return true
  }

  /// Returns the file that describes a provider. Nil for one that ships with Kurs.
  public func file(of id: ProviderID) -> [UInt8]? {
    items[id]?.endpoints.isDescribed == true ? descriptions?.bytes(of: id) : nil
  }

  public var describedProviders: [Provider] {
    items.values.filter(\.endpoints.isDescribed).map(\.provider).sorted { $0.id < $1.id }
  }

  public func endpoints(of id: ProviderID) -> ProviderEndpoints? {
    items[id]?.endpoints ?? ProviderDefinition.endpoints(of: id)
  }

  /// Returns the quotes that a described provider reads. Throws as `addProvider` does, and `RatesFailure.document`.
  public nonisolated func reading(of answer: String, by path: String, on day: Day) throws -> [QuoteBatch] {
    let described = try ProviderFolder.read(path)
    let bytes = try Self.contents(of: answer)
    do {
      var reader = try described.items.read(SourceDocument(bytes: bytes, day: day))
      var batches: [QuoteBatch] = []
      while let batch = try reader.next() { batches.append(batch) }
      return batches
    } catch {
      throw RatesFailure.document(provider: described.id, error.shown(without: nil))
    }
  }
}

/// Sends requests to the account server as its member. Set by the signed-in account.
public typealias TeamSource = @Sendable (Endpoint) async throws(APIError) -> SourceDocument

extension RatesWorkflow {
  /// Allows only this team's rates, or none. `source`: fetches them. Nil uses stored rates only.
  public func use(_ team: Team?, from source: TeamSource? = nil) async {
    guard team != self.team || source != nil else { return }
    let isNew = team != self.team
    let home = await home(of: team)
    set(team, home: home, from: source)
    if isNew, order.contains(where: \.isTeam) { announce(.orderChanged) }
  }

  public func wipeTeam(of member: MemberID) async throws(RatesFailure) {
    guard let gone = Team(of: member) else { return }
    if gone == team { await use(nil) }
    do { try await database.wipe(gone.id) } catch { throw .storage(error) }
  }

  /// Returns the base of most pairs, which is shown as the home currency. Among equals, the first by code.
  private func home(of team: Team?) async -> Currency {
    guard let team, let pairs = try? await database.pairs(of: team.id), !pairs.isEmpty else { return .eur }
    let counts = Dictionary(grouping: pairs, by: \.base).mapValues(\.count)
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? .eur
  }

  func refresh(_ team: Team) async throws(RatesFailure) -> ImportProgress {
    let document = try await ask(team)
    guard team == self.team else { throw .unknownProvider(team.id.name) }
    let command = Endpoint.teamHistory
    let new = documents.describe(
      document.bytes, of: team.id, command: command.name, request: command.path, origin: .download,
      fetched: clock(), lifetime: 86_400_000)
    let items = ProviderDefinition.team(team)
    var progress: ImportProgress
    var stored: StoredQuotes?
    do {
      progress = try await importRates(new, beside: &stored) { () throws(ItemError) in try items.read(document) }
    } catch {
      try await sweep(team)
      guard case .document(_, let fault) = error else { throw error }
      throw .document(provider: team.id, fault.shown(without: nil))
    }
    try await sweep(team)
    set(team, home: await home(of: team), from: nil)
    progress.newest = try? await table(of: team.id, on: nil).newest
    if progress.isNews, let newest = progress.newest { announce(.newest(provider: team.id, newest)) }
    return progress
  }

  private func sweep(_ team: Team) async throws(RatesFailure) {
    guard team != self.team else { return }
    do { try await database.wipe(team.id) } catch { throw .storage(error) }
    throw .unknownProvider(team.id.name)
  }

  func ask(_ team: Team) async throws(RatesFailure) -> SourceDocument {
    guard let source = teamSource else { throw .api(provider: team.id, .status(401)) }
    do { return try await source(.teamHistory) } catch { throw .api(provider: team.id, error) }
  }
}

public struct BundledHistory: Sendable {
  public let provider: ProviderID
  public let path: String
  /// The free bytes that storing all of it requires: 4 MB of rates, and 8 MB that stay for the user's own data.
  static let room: UInt64 = 12 << 20
  /// The free bytes that storing only the newest day requires. The day itself needs 60 kB.
  static let roomOfNewestDay: UInt64 = 1 << 20

  public init(provider: ProviderID, path: String) {
    self.provider = provider
    self.path = path
  }

  /// Identifies the file by its last bytes. Each start checks it, and few starts read the rest.
  func identity() throws(RatesFailure) -> String {
    guard let tail = Self.tail(of: path, bytes: 1024) else { throw .fileNotReadable(path: path) }
    if let identity = ZipEntry.identity(fromTail: tail) { return identity }
    // Reads the whole file, because a comment follows the directory or the file is damaged.
    let bytes = try load()
    do { return try ZipEntry(bytes).identity } catch { throw .document(provider: provider, error) }
  }

  func load() throws(RatesFailure) -> [UInt8] { try RatesWorkflow.contents(of: path) }

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

extension RatesWorkflow {
  static func contents(of path: String) throws(RatesFailure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .fileNotReadable(path: path) }
    return [UInt8](data)
  }
}

public struct ImportProgress: Hashable, Sendable {
  public let provider: ProviderID
  /// Every rate on or after this day is imported.
  public let downTo: Day?
  public let permille: Int
  public internal(set) var changed: Int
  public let isComplete: Bool
  public var quarantined = 0
  var wasRead = false
  /// The pairs of the document. Empty if it wasn't read.
  var pairs: Set<PairKey> = []
  /// The newest stored day after a refresh; nil if nothing is stored.
  public var newest: Day?

  var isNews: Bool { changed > 0 || quarantined > 0 }
}

extension RatesWorkflow {
  /// Returns the first provider that has all these currencies, or else the first that has any. Late ones come last.
  public func provider(
    charting currencies: [Currency], of order: [ProviderID]? = nil
  ) async throws(RatesFailure) -> Provider {
    var (first, late) = (Provider?.none, Provider?.none)
    let together = (order ?? self.order).compactMap { items[$0]?.provider }.countedTogether
    for provider in together.prefix(isStrict ? 1 : .max) {
      let pairs: [PairKey]
      do { pairs = try await database.pairs(of: provider.id).filter { side != .middle || $0.side == .middle } } catch {
        throw .storage(error)
      }
      guard !pairs.isEmpty else { continue }
      first = first ?? provider
      let quoted = Set(pairs.flatMap { [$0.base, $0.counter] })
      let isConnected = provider.direction != .statedPerRow || isOneWeb(currencies, pairs)
      guard isConnected, currencies.allSatisfy({ isCovered($0, by: quoted) }) else { continue }
      guard try await isLate(provider) else { return provider }
      late = late ?? provider
    }
    if let found = late ?? first { return found }
    return try await ratesInUse(on: nil, of: order).leading.provider
  }

  private func isLate(_ provider: Provider) async throws(RatesFailure) -> Bool {
    provider.isLate(newest: try await table(of: provider.id, on: nil).newest, now: clock())
  }

  private func isOneWeb(_ currencies: [Currency], _ pairs: [PairKey]) -> Bool {
    let ties = pairs.map { ($0.base, $0.counter) } + catalogue.legalRates.map { ($0.retired, $0.successor) }
    var reached = Set(currencies.prefix(1))
    while true {
      let next = ties.filter { reached.contains($0.0) != reached.contains($0.1) }
      if next.isEmpty { return reached.isSuperset(of: currencies) }
      reached.formUnion(next.flatMap { [$0.0, $0.1] })
    }
  }

  private func isCovered(_ currency: Currency, by quoted: Set<Currency>) -> Bool {
    quoted.contains(currency)
      || catalogue.legalRates.contains { law in
        law.retired == currency && quoted.contains(law.successor)
          || law.successor == currency && quoted.contains(law.retired)
      }
  }
}
