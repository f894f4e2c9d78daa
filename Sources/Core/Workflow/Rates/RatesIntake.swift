// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursLocalCache
import KursModel
import KursStorage

extension RatesWorkflow {
  /// Takes up the shipped history: once, newest days first, resuming where a killed start stopped.
  ///
  /// `pauseAfterNewestDay`: returns as soon as one day can be converted with; call again for the rest.
  @discardableResult
  public func takeUp(
    _ bundle: BundledHistory, pauseAfterNewestDay: Bool = false
  ) async throws(RatesFailure) -> IntakeProgress {
    let new = NewDocument(
      provider: bundle.provider, command: "history", origin: .bundled, requestHash: "",
      dataHash: try bundle.identity(), body: nil, fetched: clock())
    return try await takeUp(new, pauseAfterNewestDay: pauseAfterNewestDay) {
      try ECBHistory(archive: try bundle.load())
    }
  }

  /// Takes up any document; bytes seen before cost one look-up and no write.
  ///
  /// Once more where the file is found damaged, or the disk full, meanwhile.
  @discardableResult
  func takeUp(
    _ new: NewDocument, pauseAfterNewestDay: Bool = false, makeReader: () throws -> any QuoteReader
  ) async throws(RatesFailure) -> IntakeProgress {
    var stored: StoredQuotes?
    let progress = try await takeUp(
      new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, makeReader: makeReader)
    if progress.isComplete, progress.wasRead { announce(.intake(progress)) }
    return progress
  }

  /// As above, but its end is told by the caller, once for all documents.
  ///
  /// `stored`: read here where it is needed and not known.
  func takeUp(
    _ new: NewDocument, beside stored: inout StoredQuotes?, pauseAfterNewestDay: Bool = false,
    makeReader: () throws -> any QuoteReader
  ) async throws(RatesFailure) -> IntakeProgress {
    do {
      return try await takeUpOnce(
        new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, makeReader: makeReader)
    } catch {
      guard case .storage(let fault) = error else { throw error }
      if case .damaged = fault {
        // There is a new file by now.
      } else if new.origin == .bundled {
        // The rates that ship with Kurs are read even when the disk is full.
        do { try database.goOnInMemory(because: fault) } catch { throw .storage(error) }
      } else {
        throw error
      }
      stored = nil
      return try await takeUpOnce(
        new, beside: &stored, pauseAfterNewestDay: pauseAfterNewestDay, makeReader: makeReader)
    }
  }

  private func takeUpOnce(
    _ new: NewDocument, beside stored: inout StoredQuotes?, pauseAfterNewestDay: Bool,
    makeReader: () throws -> any QuoteReader
  ) async throws(RatesFailure) -> IntakeProgress {
    do {
      let known = try await documents.known(new)
      if let known, known.isComplete {  // guards C21
        // The shipped file asks nobody, so its check is no news and costs no write.
        if new.origin != .bundled {
          let isLast = try await database.isLastChecked(known.id, of: new.provider)
          try await database.noteUnchanged(known.id, checked: new.fetched, expires: new.expires)
          // What came after it may have corrected its rates: then they are corrected back.
          if !isLast { return try await takeUpAgain(known, beside: &stored, makeReader) }
        }
        return IntakeProgress(
          provider: new.provider, downTo: known.takenUpDownTo, permille: 1000, changed: 0, isComplete: true)
      }
      if pauseAfterNewestDay, let known, known.takenUpDownTo != nil {
        return IntakeProgress(
          provider: new.provider, downTo: known.takenUpDownTo, permille: 0, changed: 0, isComplete: false)
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

  /// Whether the rates of a document are held against nothing.
  private func isTrusted(_ origin: StoredDocument.Origin, _ id: ProviderID) -> Bool {
    // The shipped history was examined when it was packed: its jumps (ISK 2008, TRL 2001) are real.
    // A team's own rates are as far from the market's as the team wants them.
    // A person's series may be of another market on purpose.
    origin == .bundled || id.isTeam || items[id]?.endpoints.isNowhere == true
  }

  private func takeUpAgain(
    _ known: StoredDocument, beside stored: inout StoredQuotes?, _ makeReader: () throws -> any QuoteReader
  ) async throws -> IntakeProgress {
    let evidence =
      isTrusted(known.origin, known.provider) ? nil : try await evidence(about: known.provider, beside: &stored)
    var reader = try makeReader()
    return try await drain(&reader, into: known.anew, against: evidence, beside: &stored, pauseAfterFirst: false)
  }

  /// The rates that a provider's new ones are compared with: its own last ones, and the newest stored ones of the
  /// others.
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
    // The shipped history counts as known, stored or not.
    if id == bundle?.provider, own.isEmpty {
      own = shippedBatch()?.pairs.compactMapValues(\.last) ?? [:]
    }
    return RateGuard.Evidence(stored: own, others: others)
  }

  private func drain(
    _ reader: inout some QuoteReader, into document: StoredDocument, against evidence: RateGuard.Evidence?,
    beside stored: inout StoredQuotes?, pauseAfterFirst: Bool
  ) async throws -> IntakeProgress {
    var progress = IntakeProgress(
      provider: document.provider, downTo: document.takenUpDownTo, permille: 0, changed: 0, isComplete: false)
    let (provider, gate) = (try provider(document.provider), RateGuard(catalogue: catalogue))
    var evidence = evidence
    var ahead = try reader.next()
    var newest = ahead?.newestDay
    while let batch = ahead {
      try Task.checkCancellation()
      ahead = try reader.next()
      newest = [newest, ahead?.newestDay].compactMap { $0 }.max()
      // A batch that a killed start had finished is read past, not written again.
      if let oldest = batch.oldestDay, let reached = document.takenUpDownTo, oldest >= reached, ahead != nil {
        continue
      }
      let now = clock()
      if let stored = evidence?.stored {
        evidence?.history = try await history(about: batch, before: stored)
        evidence?.shipped = try await shippedRates(about: batch)
      }
      // The shipped history is no older than Kurs: if the clock says otherwise, the clock is wrong.
      let today = document.origin == .bundled ? max(now.day, batch.newestDay ?? now.day) : now.day
      let (accepted, suspects) = gate.examine(batch, of: provider, today: today, against: evidence)
      // A table from another time altogether is no table of this provider's.
      if !suspects.isEmpty, accepted.count == 0, suspects.allSatisfy({ $0.reason == .future }),
        let newest = batch.newestDay
      {
        throw RatesFailure.future(provider: document.provider, newest)
      }
      try await database.quarantine(suspects, from: document.id, now: now)
      let changed = try await database.store(
        accepted, from: document.id, takenUpDownTo: batch.oldestDay, isComplete: ahead == nil)
      progress = IntakeProgress(
        provider: document.provider, downTo: batch.oldestDay, permille: ahead == nil ? 1000 : reader.permille,
        changed: progress.changed + changed, isComplete: ahead == nil,
        quarantined: progress.quarantined + suspects.count, wasRead: true)
      stored?.add(accepted)
      // A file has all that its bank published between its first and its last day.
      if progress.isComplete, document.origin != .download, progress.quarantined == 0, let oldest = batch.oldestDay,
        let newest, oldest <= newest
      {
        try await database.cover(oldest...newest, of: document.provider)
      }
      if !progress.isComplete { announce(.intake(progress)) }
      if pauseAfterFirst { break }
    }
    return progress
  }
}
