// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

/// Requests rates from providers, imports the responses, and records the days whose rates are known.
public struct RatesDownload: Sendable {
  let importer: RatesImport
  let team: TeamRates
  /// Returns the API client. Creates it only when it is first used, so that an offline start is fast.
  let client: @Sendable () -> APIClient
  let refusals: RefusedAnswerRelay
  let log: ActivityLog?

  private var database: RatesDatabase { importer.database }
  private var documents: DocumentCache { importer.documents }
  private var directory: ProviderDirectory { importer.directory }
  private var reader: RatesReader { RatesReader(importer: importer) }
  private var due: DueDays { DueDays(database: database, clock: clock) }
  private var clock: @Sendable () -> Timestamp { importer.clock }

  /// Requests the rates of `days`. If `days` is nil, requests all rates that are newer than the stored rates.
  /// `address`: the server to use instead of the provider's server. `key`: the user's API key.
  @discardableResult
  public func refresh(
    _ id: ProviderID, over days: ClosedRange<Day>? = nil, address: String? = nil, key: ProviderKey? = nil
  ) async throws(RatesFailure) -> ImportProgress {
    do {
      let progress = try await fetch(id, over: days, address: address, key: key)
      await log?.note(.refreshed(id, progress, at: clock()))
      return progress
    } catch {
      await log?.note(.failed(id, error, key: key, at: clock()))
      throw error
    }
  }

  private func fetch(
    _ id: ProviderID, over days: ClosedRange<Day>?, address: String?, key: ProviderKey?
  ) async throws(RatesFailure) -> ImportProgress {
    if let team = await team.team, team.id == id { return try await self.team.refresh(team) }
    guard let items = directory[id] else { throw .unknownProvider(id.name) }
    let endpoints = items.endpoints
    if endpoints.hasNoServer {
      return ImportProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    }
    if let days, items.provider.isPrescribed, days.upperBound < items.provider.firstDay {
      throw .rate(
        .outsideHistory(days.upperBound, provider: id, first: items.provider.firstDay, newest: clock().day))
    }
    let (today, began) = (clock().day, clock())
    var stored = (try? await reader.newestQuotes(of: id, withSides: true)).map(StoredQuotes.init)
    var requests = days.map { endpoints.requests(of: $0, today: today) } ?? []
    if requests.isEmpty {
      let left = try await due.gap(of: items.provider, endpoints, beside: stored, today: today)
      requests = endpoints.requests(closing: stored?.newest.map { today - $0 }, left: left, today: today)
    }
    var total = ImportProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    var (answers, unanswered) = ([Answer](), [ProviderEndpoints.Request]())
    do throws(RatesFailure) {
      var (waiting, areDaysKnown) = (requests[...], false)
      while let request = waiting.popFirst() {
        var nothing: RatesFailure?
        for command in [request.command] + request.otherwise {
          do throws(RatesFailure) {
            let progress = try await fetch(
              command, for: request, of: items, at: address ?? command.host ?? endpoints.address, key: key,
              beside: &stored)
            nothing = nil
            answers.append(Answer(request: request, progress: progress))
            total = total.followed(by: progress)
            break
          } catch {
            guard error.meansNoRates(at: command, of: items) else { throw error }
            nothing = nothing ?? error
          }
        }
        if let nothing {
          if areDaysKnown { throw nothing }
          unanswered.append(request)
        }
        // If no response had data, requests for days with known rates show whether the server's address is right.
        if waiting.isEmpty, answers.isEmpty, items.provider.hasDueDay(in: unanswered) {
          areDaysKnown = true
          waiting = try await requestsOfKnownDays(of: items, beside: stored, over: days, today: today)[...]
          if waiting.isEmpty, let nothing { throw nothing }
        }
      }
    } catch {
      if total.isNews, let newest = stored?.newest { importer.updates.send(.newest(provider: id, newest)) }
      throw total.isNews ? RatesFailure.partly(changed: total.changed, error) : error
    }
    if let since = items.provider.overdue(since: unanswered, of: requests, now: began) {
      throw .overdue(provider: id, since: since)
    }
    total.newest = stored?.newest
    try await cover(answers, unanswered, of: items, newest: total.newest, asked: began)
    if total.isNews, let newest = total.newest { importer.updates.send(.newest(provider: id, newest)) }
    return total
  }

  private struct Answer {
    let request: ProviderEndpoints.Request
    let progress: ImportProgress
  }

  /// Returns requests for rates that the provider certainly has: the newest ones, or those of a day that is stored
  /// here.
  private func requestsOfKnownDays(
    of items: ProviderDefinition, beside stored: StoredQuotes?, over days: ClosedRange<Day>?, today: Day
  ) async throws(RatesFailure) -> [ProviderEndpoints.Request] {
    let newest = items.endpoints.requests(closing: 0, today: today).filter { $0.days == nil }
    if days == nil, !newest.isEmpty { return newest }
    guard let pair = stored?.usualPair else { return [] }
    let known = try await due.days(of: pair, at: items.provider.id, since: items.provider.firstDay)
    let after = days.flatMap { days in known.first { $0 > days.upperBound } }
    guard let day = after ?? known.last else { return [] }
    return Array(items.endpoints.requests(of: day...day, today: today).prefix(1))
  }

  private func fetch(
    _ command: Endpoint, for request: ProviderEndpoints.Request, of items: ProviderDefinition, at server: String,
    key: ProviderKey?, beside stored: inout StoredQuotes?
  ) async throws(RatesFailure) -> ImportProgress {
    let (id, none) = (
      items.provider.id,
      ImportProgress(provider: items.provider.id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    )
    let (answer, sent): (APIClient.Answer, Timestamp)
    // Responses to requests with an API key are not in the HTTP cache. The stored entity tag avoids a second transfer.
    var before: StoredDocument?
    if key != nil { before = try? await documents.newest(of: id, command: command.name, request: command.path) }
    do {
      sent = clock()
      answer = try await send(
        command, of: id, at: server, key: key.map { ($0, items.endpoints.key) }, etag: before?.etag)
    } catch .status(304) where before?.etag != nil {
      if let before { try? await database.noteUnchanged(before.id, checked: clock(), expires: before.expires) }
      return none
    } catch {
      throw .api(provider: id, error)
    }
    var new = documents.describe(
      answer.body, of: id, command: command.name, request: command.path, origin: .download, fetched: clock(),
      lifetime: DocumentCache.lifetime(maxAge: answer.maxAge))
    (new.etag, new.maxAge) = (answer.etag, answer.maxAge)
    if answer.forbidsStoring { new.body = nil }  // guards C02
    new.askedDay = request.day
    let document = SourceDocument(bytes: answer.body, json: answer.value, day: new.askedDay)
    do {
      var progress = try await importer.importWithoutAnnouncement(new, beside: &stored) { () throws(ItemError) in
        try items.rates(in: document)
      }
      if !progress.wasRead, !items.endpoints.hasOneTable, var reader = try? items.rates(in: document) {
        while let batch = try? reader.next() { progress.pairs.formUnion(batch.pairs.keys) }
      }
      return progress
    } catch {
      if case .document(_, let fault) = error, !error.meansNoRates(at: command, of: items) {
        await documentRefused(fault, answer.body, of: command, at: server, provider: id, key: key, sent: sent)
        throw .document(provider: id, fault.shown(without: key))
      }
      throw error
    }
  }

  /// Records the days whose rates are completely known. `newest`: the newest stored day.
  private func cover(
    _ answers: [Answer], _ unanswered: [ProviderEndpoints.Request], of items: ProviderDefinition, newest: Day?,
    asked: Timestamp
  ) async throws(RatesFailure) {
    let provider = items.provider
    guard provider.hasTimetable, !provider.isPrescribed, let newest else { return }
    let settled = provider.lastSettledDay(at: asked)
    // If a provider has several tables, the request of one table may fail. So each response covers only its own pairs.
    let isOnly = items.endpoints.hasOneTable
    var covered = answers.map { answer in
      let request = answer.request
      // A response with the newest rates covers the days since the newest stored day. A history covers all its days.
      let first = request.command.size == .history ? answer.progress.downTo ?? provider.firstDay : newest
      return (request.days?.lowerBound ?? first, request.days?.upperBound ?? settled, answer.progress.pairs)
    }
    // If later rates exist, the bank published nothing on days without data. Otherwise, the server may be wrong.
    for request in unanswered {
      guard let days = request.days, days.upperBound < newest else { continue }
      let beside = answers.filter { isOnly || $0.request.command.name == request.command.name }
      guard !beside.isEmpty else { continue }
      covered.append((days.lowerBound, days.upperBound, Set(beside.flatMap(\.progress.pairs))))
    }
    for (first, last, pairs) in covered where first <= min(last, settled) {
      do { try await database.cover(first...min(last, settled), isOnly ? nil : pairs, of: provider.id) } catch {
        throw .storage(error)
      }
    }
  }

  public func test(_ id: ProviderID, address: String? = nil, key: ProviderKey? = nil) async -> ConnectionTest {
    let began = clock()
    do throws(RatesFailure) {
      let (rates, newest) = try await newest(of: id, address: address, key: key)
      let took = clock().milliseconds - began.milliseconds
      return .succeeded(rates: rates, newest: newest, milliseconds: Int(took))
    } catch {
      return .failed(error)
    }
  }

  private func newest(
    of id: ProviderID, address: String?, key: ProviderKey?
  ) async throws(RatesFailure) -> (rates: Int, Day) {
    guard let items = directory[id] else { throw .unknownProvider(id.name) }
    let endpoints = items.endpoints
    let today = clock().day
    var (rates, newest) = (0, Day?.none)
    // A provider with a separate file for each day has no file on holidays, so the requests go back a week.
    let requests = endpoints.requests(closing: endpoints.latest.isEmpty ? 7 : 0, today: today)
    let all = requests.flatMap { request in ([request.command] + request.otherwise).map { (request, $0) } }
    for (request, command) in all where request.otherwise.isEmpty || newest == nil {
      let server = address ?? command.host ?? endpoints.address
      do {
        let document: SourceDocument
        if let team = await team.team, team.id == id {
          document = try await self.team.requestDocument(team)
        } else {
          let answer = try await client().send(command, to: server, key: key.map { ($0, endpoints.key) })
          document = SourceDocument(bytes: answer.body, json: answer.value, day: request.day)
        }
        var reader = try items.rates(in: document)
        while let batch = try reader.next() {
          rates += batch.count
          newest = [newest, batch.newestDay].compactMap { $0 }.max()
        }
      } catch let error as RatesFailure {
        throw error
      } catch let error as ItemError {
        let failure = RatesFailure.document(provider: id, error)
        if !failure.meansNoRates(at: command, of: items) { throw failure }
      } catch let error as APIError {
        let failure = RatesFailure.api(provider: id, error)
        if !failure.meansNoRates(at: command, of: items) { throw failure }
      } catch {
        throw .document(provider: id, .truncated)
      }
    }
    guard let newest else { throw .document(provider: id, .empty) }
    return (rates, newest)
  }

  public func movedAddresses() async throws(RatesFailure) -> [MovedAddress] {
    do { return try await database.movedAddresses() } catch { throw .storage(error) }
  }

  public func forgetMoves(of id: ProviderID) async throws(RatesFailure) {
    do { try await database.forgetMoves(of: id) } catch { throw .storage(error) }
  }

  /// Sends a request to a server, or to a moved server's new address. If the new address fails, uses the old address.
  func send(
    _ command: Endpoint, of id: ProviderID, at server: String, key: (ProviderKey, KeyPlacement)?,
    etag: String? = nil
  ) async throws(APIError) -> APIClient.Answer {
    let headers = etag.map { ["If-None-Match": $0] } ?? [:]
    if let known = try? await database.movedAddress(of: id, from: server), known.isUsed {
      do throws(APIError) {
        let answer = try await client().send(command, to: known.target, key: key, headers: headers)
        await note(answer.move(of: command, from: known.target, key: key?.0), of: id, from: server)
        return answer
      } catch {
        // The new address may be the cause of this error, so the old address is tried.
        guard error.mayBeFaultOfNewServer, error != .status(304) else { throw error }
      }
      return try await requestFromOldServer(command, of: id, at: server, key: key)
    }
    let answer = try await client().send(command, to: server, key: key, headers: headers)
    await note(answer.move(of: command, from: server, key: key?.0), of: id, from: server)
    return answer
  }

  func documentRefused(
    _ error: ItemError, _ body: [UInt8], of command: Endpoint, at server: String, provider: ProviderID,
    key: ProviderKey?, sent: Timestamp
  ) async {
    try? await database.forgetMove(of: provider, from: server)
    // An error message from the source is not a format error, so it isn't reported.
    if case .refusedBySource = error { return }
    await refusals.report(
      RefusedAnswer(
        command, of: server, body: body, key: key, sent: sent.milliseconds, place: error.place, keyword: "mapping"))
  }

  private func requestFromOldServer(
    _ command: Endpoint, of id: ProviderID, at server: String, key: (ProviderKey, KeyPlacement)?
  ) async throws(APIError) -> APIClient.Answer {
    do {
      let answer = try await client().send(command, to: server, key: key)
      try? await database.forgetMove(of: id, from: server)
      await note(answer.move(of: command, from: server, key: key?.0), of: id, from: server)
      return answer
    } catch {
      // If the old address fails in the same way, the new address may still be right, so it stays stored.
      let isNothing = error == command.nothingStatus.map { .status($0) }
      if !error.isBeforeResponse, !isNothing { try? await database.forgetMove(of: id, from: server) }
      throw error
    }
  }

  /// Stores a server's new address. Ignores a failed write, because the next response repeats the address.
  private func note(_ move: PermanentMove?, of id: ProviderID, from server: String) async {
    guard let move else { return }
    try? await database.remember(
      MovedAddress(provider: id, source: server, target: move.target, noted: clock(), isUsed: move.mayBeUsed))
  }
}

extension RatesFailure {
  /// Whether the server has no rates for the requested days. Some servers then send a response without rows.
  func meansNoRates(at command: Endpoint, of items: ProviderDefinition) -> Bool {
    switch self {
    case .api(_, .status(let status)): status == command.nothingStatus
    // A response without rows means no rates, except for a table that a law prescribes, which always has rows.
    case .document(_, .empty) where !items.provider.isPrescribed:
      items.endpoints.span?.all.contains { $0.name == command.name } ?? false
    default: false
    }
  }
}

extension Provider {
  fileprivate func hasDueDay(in requests: [ProviderEndpoints.Request]) -> Bool {
    guard hasTimetable, !isPrescribed else { return !isPrescribed && !requests.isEmpty }
    return requests.contains { request in
      let days = request.days ?? request.period
      return (days.lowerBound.number...days.upperBound.number).contains { isDue(dated: Day(number: $0)) }
    }
  }

  /// Returns the day since which a table that a law prescribes is overdue, or nil. `unanswered`: requests without data.
  fileprivate func overdue(
    since unanswered: [ProviderEndpoints.Request], of requests: [ProviderEndpoints.Request], now: Timestamp
  ) -> Day? {
    guard isPrescribed, let newest = requests.first, let first = unanswered.first else { return nil }
    let days = first.days ?? first.period
    guard days.lowerBound == (newest.days ?? newest.period).lowerBound
    else { return nil }
    // A year's file first appears in its second month, so it is overdue only after 59 days.
    let since = hasTimetable ? days.lowerBound : days.lowerBound + 59
    return Timestamp(startOf: since) + Int64(publication.window.upperBound) * 60_000 <= now ? since : nil
  }
}

extension ProviderEndpoints.Request {
  fileprivate var period: ClosedRange<Day> { (day ?? Day(number: 0))...(day ?? Day(number: 0)) }
}

extension ImportProgress {
  fileprivate func followed(by next: ImportProgress) -> ImportProgress {
    ImportProgress(
      provider: provider, downTo: [downTo, next.downTo].compactMap { $0 }.min(), permille: next.permille,
      changed: changed + next.changed, isComplete: isComplete && next.isComplete,
      quarantined: quarantined + next.quarantined)
  }
}

extension APIError {
  fileprivate var mayBeFaultOfNewServer: Bool {
    switch self {
    case .cancelled, .tooManyRequests, .unavailable, .schemaMissing, .unknownProvider: false
    default: true
    }
  }
}

extension ItemError {
  fileprivate var place: String {
    switch self {
    case .unreadable(let place, _, _): place
    case .foreign: "foreign"
    case .page: "page"
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .tooLarge(let limit): "more than \(limit) bytes"
    case .empty: "empty"
    case .refusedBySource(let word): word
    }
  }
}

struct DueDays: Sendable {
  let database: RatesDatabase
  let clock: @Sendable () -> Timestamp

  /// Returns the days in `days` on which the provider publishes rates and that aren't in `known`.
  func missing(of provider: Provider, in days: ClosedRange<Day>, but known: CoveredDays) -> [Day] {
    self.days(days, at: provider).filter { !known.contains($0) }
  }

  /// Returns the days on which the provider publishes. `isSeldom`: only the days of the provider's less frequent table.
  func days(_ days: ClosedRange<Day>, at provider: Provider, isSeldom: Bool = false) -> [Day] {
    guard provider.hasTimetable, days.upperBound >= provider.firstDay else { return [] }
    let seldom = isSeldom ? provider.rarePublication : nil
    return (max(days.lowerBound, provider.firstDay).number...days.upperBound.number).lazy.map { Day(number: $0) }
      .filter { seldom?.isDue(on: $0) ?? provider.isDue(dated: $0) }
  }

  /// Returns a bank's usual publication days up to today, judged by `points`. Empty if the bank doesn't publish daily.
  func usualDays(_ days: ClosedRange<Day>, like points: [RateSeries.Point]) -> [Day] {
    let gaps = zip(points.dropFirst(), points).map { $0.day - $1.day }.sorted()
    let last = min(days.upperBound, clock().localDay)
    guard !gaps.isEmpty, gaps[gaps.count / 2] <= 3, days.lowerBound <= last else { return [] }
    let hasWeekends = points.contains { $0.day.weekday > 5 }
    return (days.lowerBound.number...last.number).map { Day(number: $0) }.filter { hasWeekends || $0.weekday < 6 }
  }

  func coveredDays(of table: RateTable) async throws(RatesFailure) -> CoveredDays {
    let covered = try await covered(table.provider.id)
    let newest = table.middles.map(\.observation.day).max()
    return CoveredDays(table.middles.filter { $0.observation.day == newest }.map { covered[$0.pair] ?? [] })
  }

  func covered(_ id: ProviderID) async throws(RatesFailure) -> [PairKey: [ClosedRange<Day>]] {
    do { return try await database.coveredDays(of: id) } catch { throw .storage(error) }
  }

  /// Returns the error for missing days: `notPublished` if it is too early for the last day's rates. Nil for no days.
  func missingReason(of missing: [Day], _ provider: Provider) -> RateError? {
    guard let first = missing.first, let last = missing.last else { return nil }
    let now = clock()
    if !provider.mayBePublished(dated: last, now: now) { return .notPublished(last, provider: provider.id) }
    return .notStored(first...last, count: missing.count, provider: provider.id)
  }

  /// Returns the newest gap in the stored days. The range 3...5 means three to five days ago. Nil if no gap exists.
  func gap(
    of provider: Provider, _ endpoints: ProviderEndpoints, beside stored: StoredQuotes?, today: Day
  ) async throws(RatesFailure) -> ClosedRange<Int>? {
    guard endpoints.span != nil, !provider.isPrescribed, let pair = stored?.usualPair else { return nil }
    let days = try await days(of: pair, at: provider.id, since: today - 3660)
    let known = CoveredDays([try await covered(provider.id)[pair] ?? []])
    for (older, newer) in zip(days, days.dropFirst()).reversed() where newer - older > 1 {
      let between = (older + 1)...(newer - 1)
      // If the provider has no timetable, a gap counts only if it is longer than any holidays.
      let isLong = !provider.hasTimetable && newer - older - 1 > ProviderEndpoints.longestHoliday
      let open = missing(of: provider, in: between, but: known)
      guard isLong || !open.isEmpty else { continue }
      let (first, last) = (open.first ?? between.lowerBound, open.last ?? between.upperBound)
      return (today - last)...(today - first)
    }
    return nil
  }

  func days(of pair: PairKey, at id: ProviderID, since first: Day) async throws(RatesFailure) -> [Day] {
    do {
      return try await database.observations(
        of: id, base: pair.base, counter: pair.counter, side: pair.side, from: first, to: Day(number: .max)
      ).map(\.day)
    } catch { throw .storage(error) }
  }
}
