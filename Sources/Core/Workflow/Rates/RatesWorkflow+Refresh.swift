// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

extension RatesWorkflow {
  /// Fetches the days after the newest stored one, or `days`. `address`: another server. `key`: the user's key.
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

  /// Deletes the bodies of expired documents. The rates read from them stay.
  public func sweepDocuments() async throws(RatesFailure) -> Int {
    do { return try await documents.sweep(now: clock()) } catch { throw .storage(error) }
  }

  private func fetch(
    _ id: ProviderID, over days: ClosedRange<Day>?, address: String?, key: ProviderKey?
  ) async throws(RatesFailure) -> ImportProgress {
    if let team, team.id == id { return try await refresh(team) }
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    let endpoints = items.endpoints
    if endpoints.isNowhere {
      return ImportProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    }
    if let days, items.provider.isPrescribed, days.upperBound < items.provider.firstDay {
      throw .rate(
        .outsideHistory(days.upperBound, provider: id, first: items.provider.firstDay, newest: clock().day))
    }
    let (today, began) = (clock().day, clock())
    var stored = (try? await newestQuotes(of: id, withSides: true)).map(StoredQuotes.init)
    var requests = days.map { endpoints.requests(of: $0, today: today) } ?? []
    if requests.isEmpty {
      let left = try await gapLeftOpen(of: id, endpoints, beside: stored, today: today)
      requests = endpoints.requests(closing: stored?.newest.map { today - $0 }, left: left, today: today)
    }
    var total = ImportProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    var unanswered: [ProviderEndpoints.Request] = []
    do {
      for request in requests {
        var isAnswered = false
        for command in [request.command] + request.otherwise where !isAnswered {
          guard
            let progress = try await fetch(
              command, for: request, of: items, at: address ?? command.host ?? endpoints.address, key: key,
              beside: &stored)
          else { continue }
          isAnswered = true
          total = total.followed(by: progress)
        }
        if !isAnswered { unanswered.append(request) }
      }
    } catch {
      if total.isNews, let newest = stored?.newest { announce(.newest(provider: id, newest)) }
      throw total.isNews ? RatesFailure.partly(changed: total.changed, error) : error
    }
    if let since = items.provider.overdue(since: unanswered, of: requests, now: began) {
      throw .overdue(provider: id, since: since)
    }
    total.newest = stored?.newest
    if total.quarantined == 0 { try await cover(requests, of: items, newest: total.newest, asked: began) }
    if total.isNews, let newest = total.newest { announce(.newest(provider: id, newest)) }
    return total
  }

  /// Imports the result of one command; nil if the server has nothing for its days.
  private func fetch(
    _ command: Endpoint, for request: ProviderEndpoints.Request, of items: ProviderDefinition, at server: String,
    key: ProviderKey?, beside stored: inout StoredQuotes?
  ) async throws(RatesFailure) -> ImportProgress? {
    let (id, none) = (
      items.provider.id,
      ImportProgress(provider: items.provider.id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    )
    let (answer, sent): (APIClient.Answer, Timestamp)
    // Responses to requests with a key are not in the HTTP cache. The stored entity tag avoids a second transfer.
    var before: StoredDocument?
    if key != nil { before = try? await documents.newest(of: id, command: command.name, request: command.path) }
    do {
      sent = clock()
      answer = try await ask(
        command, of: id, at: server, key: key.map { ($0, items.endpoints.key) }, etag: before?.etag)
    } catch .status(let status) where status == command.nothingStatus {
      return nil
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
      return try await importRates(new, beside: &stored) { () throws(ItemError) in try items.read(document) }
    } catch {
      if case .document(_, let fault) = error {
        await documentRefused(fault, answer.body, of: command, at: server, provider: id, key: key, sent: sent)
        throw .document(provider: id, fault.shown(without: key))
      }
      throw error
    }
  }

  /// Records the days whose rates are complete. `newest`: the newest stored day.
  private func cover(
    _ requests: [ProviderEndpoints.Request], of items: ProviderDefinition, newest: Day?, asked: Timestamp
  ) async throws(RatesFailure) {
    let provider = items.provider
    guard provider.hasTimetable, !provider.isPrescribed else { return }
    let settled = provider.lastSettledDay(at: asked)
    for request in requests {
      // The newest rates are the last ones. A whole history begins with the provider's first day.
      let first = request.days?.lowerBound ?? (request.day == nil ? provider.firstDay : newest)
      let last = min(request.days?.upperBound ?? settled, settled)
      guard let first, first <= last else { continue }
      do { try await database.cover(first...last, of: provider.id) } catch { throw .storage(error) }
    }
  }

  /// Imports a provider's file that the user has. Throws `.fileNotReadable` if it can't be read.
  @discardableResult
  public func importFile(_ path: String, of id: ProviderID) async throws(RatesFailure) -> ImportProgress {
    guard let items = items[id] else { throw .unknownProvider(id.name) }
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
}

extension Provider {
  /// Returns the day since which a prescribed table is overdue, or nil. `unanswered`: the requests without data.
  fileprivate func overdue(
    since unanswered: [ProviderEndpoints.Request], of requests: [ProviderEndpoints.Request], now: Timestamp
  ) -> Day? {
    guard isPrescribed, let newest = requests.first, let first = unanswered.first else { return nil }
    let days = first.days ?? first.period
    guard days.lowerBound == (newest.days ?? newest.period).lowerBound
    else { return nil }
    // The first month of a year's file is published in the second month.
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

extension RatesWorkflow {
  public func movedAddresses() async throws(RatesFailure) -> [MovedAddress] {
    do { return try await database.movedAddresses() } catch { throw .storage(error) }
  }

  public func forgetMoves(of id: ProviderID) async throws(RatesFailure) {
    do { try await database.forgetMoves(of: id) } catch { throw .storage(error) }
  }

  /// Sends to the new address of a moved server. If that fails, forgets it and uses the old address.
  func ask(
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
        let isAnswer = error == .status(304) || error == command.nothingStatus.map { .status($0) }
        guard error.speaksAgainstTheServer, !isAnswer else { throw error }
      }
      return try await askTheOld(command, of: id, at: server, key: key)
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
    // An error message of the source itself is not a format error.
    if case .refusedBySource = error { return }
    await refusals.hear(
      RefusedAnswer(
        command, of: server, body: body, key: key, sent: sent.milliseconds, place: error.place, keyword: "mapping"))
  }

  private func askTheOld(
    _ command: Endpoint, of id: ProviderID, at server: String, key: (ProviderKey, KeyPlacement)?
  ) async throws(APIError) -> APIClient.Answer {
    do {
      let answer = try await client().send(command, to: server, key: key)
      try? await database.forgetMove(of: id, from: server)
      await note(answer.move(of: command, from: server, key: key?.0), of: id, from: server)
      return answer
    } catch {
      // If neither address answers, the network is probably down. That proves nothing about the new address.
      if !error.isOfTheWay { try? await database.forgetMove(of: id, from: server) }
      throw error
    }
  }

  /// Ignores a failed write, because the next response repeats the address.
  private func note(_ move: PermanentMove?, of id: ProviderID, from server: String) async {
    guard let move else { return }
    try? await database.remember(
      MovedAddress(provider: id, source: server, target: move.target, noted: clock(), isUsed: move.mayBeUsed))
  }
}

extension APIError {
  fileprivate var speaksAgainstTheServer: Bool {
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
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .tooLarge(let limit): "more than \(limit) bytes"
    case .empty: "empty"
    case .refusedBySource(let word): word
    }
  }
}
