// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
import KursItems
import KursLocalCache
public import KursModel
public import KursStorage

extension RatesWorkflow {
  /// Asks a provider for what is missing since the newest stored day; what is stored stays whatever happens.
  ///
  /// `days`: asks for these instead, where the provider can be asked for days. `address`: another server than the
  /// provider's own; `key`: the person's, where it wants one. Touches the network.
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

  /// Drops the bodies of documents that have expired; what was read from them stays.
  public func sweepDocuments() async throws(RatesFailure) -> Int {
    do { return try await documents.sweep(now: clock()) } catch { throw .storage(error) }
  }

  private func fetch(
    _ id: ProviderID, over days: ClosedRange<Day>?, address: String?, key: ProviderKey?
  ) async throws(RatesFailure) -> ImportProgress {
    if let team, team.id == id { return try await refresh(team) }
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    let endpoints = items.endpoints
    // A person's own series has no server.
    if endpoints.isNowhere {
      return ImportProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    }
    let today = clock().day
    var stored = (try? await newestQuotes(of: id, withSides: true)).map(StoredQuotes.init)
    var requests = days.map { endpoints.requests(of: $0, today: today) } ?? []
    if requests.isEmpty {
      let left = try await gapLeftOpen(of: id, endpoints, beside: stored, today: today)
      requests = endpoints.requests(closing: stored?.newest.map { today - $0 }, left: left, today: today)
    }
    var total = ImportProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    for request in requests {
      let server = address ?? request.command.host ?? endpoints.address
      let (answer, sent): (APIClient.Answer, Timestamp)
      // Answers to requests with a key are not in the HTTP cache: the stored entity tag saves a second transfer.
      var before: StoredDocument?
      if key != nil {
        before = try? await documents.newest(of: id, command: request.command.name, request: request.command.path)
      }
      do {
        sent = clock()
        answer = try await ask(
          request.command, of: id, at: server, key: key.map { ($0, endpoints.key) }, etag: before?.etag)
      } catch .status(let status) where status == request.command.nothingStatus {
        continue
      } catch .status(304) where before?.etag != nil {
        if let before { try? await database.noteUnchanged(before.id, checked: clock(), expires: before.expires) }
        continue
      } catch {
        throw .api(provider: id, error)
      }
      var new = documents.describe(
        answer.body, of: id, command: request.command.name, request: request.command.path, origin: .download,
        fetched: clock(), lifetime: DocumentCache.lifetime(maxAge: answer.maxAge))
      (new.etag, new.maxAge) = (answer.etag, answer.maxAge)
      if answer.forbidsStoring { new.body = nil }  // guards C02
      new.askedDay = request.day
      let document = SourceDocument(bytes: answer.body, json: answer.value, day: new.askedDay)
      do {
        let progress = try await importRates(new, beside: &stored) { () throws(ItemError) in try items.read(document) }
        total = total.followed(by: progress)
      } catch {
        if case .document(_, let fault) = error {
          await documentRefused(
            fault, answer.body, of: request.command, at: server, provider: id, key: key, sent: sent)
          throw .document(provider: id, fault.shown(without: key))
        }
        throw error
      }
    }
    total.newest = stored?.newest
    if total.isNews, let newest = total.newest { announce(.newest(provider: id, newest)) }
    return total
  }

  /// Takes up a file of the provider that the person has; throws `.fileNotReadable` where it cannot be read.
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

extension ImportProgress {
  /// The two as one, for what took several answers.
  fileprivate func followed(by next: ImportProgress) -> ImportProgress {
    ImportProgress(
      provider: provider, downTo: [downTo, next.downTo].compactMap { $0 }.min(), permille: next.permille,
      changed: changed + next.changed, isComplete: isComplete && next.isComplete,
      quarantined: quarantined + next.quarantined)
  }
}

extension RatesWorkflow {
  /// The addresses that providers have moved to for good, and whether Kurs follows: for the person to see.
  public func movedAddresses() async throws(RatesFailure) -> [MovedAddress] {
    do { return try await database.movedAddresses() } catch { throw .storage(error) }
  }

  /// Asks the addresses as they are declared or typed again: the person has named one.
  public func forgetMoves(of id: ProviderID) async throws(RatesFailure) {
    do { try await database.forgetMoves(of: id) } catch { throw .storage(error) }
  }

  /// Sends to where the server has moved, if it has; a new address that fails is forgotten, and the old one asked.
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

  /// A document that a mapping refused: the address is not trusted longer, and who agreed reports it.
  func documentRefused(
    _ error: ItemError, _ body: [UInt8], of command: Endpoint, at server: String, provider: ProviderID,
    key: ProviderKey?, sent: Timestamp
  ) async {
    try? await database.forgetMove(of: provider, from: server)
    // An error message of the source itself is not a fault of its format.
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
      // Neither answers: most likely there is no network, which says nothing about the new address.
      if !error.isOfTheWay { try? await database.forgetMove(of: id, from: server) }
      throw error
    }
  }

  /// A failed write is harmless: the address is found out again.
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
  /// The place in the document, in as few words as there are; nothing of its content.
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
