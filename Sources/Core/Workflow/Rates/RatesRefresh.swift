// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursItems
import KursLocalCache
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// Asks a provider for what is missing since the newest stored day; what is stored stays whatever happens.
  ///
  /// `days`: asks for these instead, where the provider can be asked for days. `address`: another server than the
  /// provider's own; `key`: the person's, where it wants one. Touches the network.
  @discardableResult
  public func refresh(
    _ id: ProviderID, over days: ClosedRange<Day>? = nil, address: String? = nil, key: ProviderKey? = nil
  ) async throws(RatesFailure) -> IntakeProgress {
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
  ) async throws(RatesFailure) -> IntakeProgress {
    if let team, team.id == id { return try await refresh(team) }
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    let endpoints = items.endpoints
    // A person's own series has no server.
    if endpoints.isNowhere {
      return IntakeProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    }
    let today = clock().day
    var stored = (try? await newestQuotes(of: id, withSides: true)).map(StoredQuotes.init)
    var requests = days.map { endpoints.requests(of: $0, today: today) } ?? []
    if requests.isEmpty {
      let left = try await gapLeftOpen(of: id, endpoints, beside: stored, today: today)
      requests = endpoints.requests(closing: stored?.newest.map { today - $0 }, left: left, today: today)
    }
    var total = IntakeProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
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
        let progress = try await takeUp(new, beside: &stored) { () throws(ItemError) in try items.read(document) }
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
  public func importFile(_ path: String, of id: ProviderID) async throws(RatesFailure) -> IntakeProgress {
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    let bytes = try Self.contents(of: path)
    let new = documents.describe(
      bytes, of: id, command: "file", request: path, origin: .import, fetched: clock(), lifetime: nil)
    do {
      return try await takeUp(new) { () throws(ItemError) in try items.read(SourceDocument(bytes: bytes)) }
    } catch {
      guard case .document(_, let fault) = error else { throw error }
      throw .document(provider: id, fault.shown(without: nil))
    }
  }
}

extension IntakeProgress {
  /// The two as one, for what took several answers.
  fileprivate func followed(by next: IntakeProgress) -> IntakeProgress {
    IntakeProgress(
      provider: provider, downTo: [downTo, next.downTo].compactMap { $0 }.min(), permille: next.permille,
      changed: changed + next.changed, isComplete: isComplete && next.isComplete,
      quarantined: quarantined + next.quarantined)
  }
}
