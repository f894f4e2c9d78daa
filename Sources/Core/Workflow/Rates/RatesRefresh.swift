// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursItems
import KursLocalCache
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// Asks a provider for what is missing since the newest stored day; what is stored stays whatever happens.
  ///
  /// `address`: another server than the provider's own; `key`: the person's, where it wants one. Touches the network.
  @discardableResult
  public func refresh(
    _ id: ProviderID, address: String? = nil, key: ProviderKey? = nil
  ) async throws(RatesFailure) -> IntakeProgress {
    if let team, team.id == id { return try await refresh(team) }
    guard let items = items[id], let endpoints = ProviderEndpoints.named(id.name) else {
      throw .unknownProvider(id.name)
    }
    let today = clock().day
    let stored = try? await table(of: id, on: nil).newest
    let left = try await gapLeftOpen(of: id, endpoints, today: today)
    let requests = endpoints.requests(closing: stored.map { today - $0 }, left: left) { AddressDay(today - $0) }
    var total = IntakeProgress(provider: id, downTo: nil, permille: 1000, changed: 0, isComplete: true)
    for request in requests {
      let server = address ?? request.command.host ?? endpoints.address
      let (answer, sent): (APIClient.Answer, Timestamp)
      do {
        sent = clock()
        answer = try await ask(request.command, of: id, at: server, key: key.map { ($0, endpoints.key) })
      } catch .status(let status) where status == request.command.nothingStatus {
        continue
      } catch {
        throw .api(provider: id, error)
      }
      let new = documents.describe(
        answer.body, of: id, command: request.command.name, request: request.command.path, origin: .download,
        fetched: clock(), lifetime: 86_400_000)
      let document = SourceDocument(bytes: answer.body, json: answer.value, day: request.day.flatMap { Day($0) })
      do {
        let progress = try await takeUp(new) { () throws(ItemError) in try items.read(document) }
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
    if total.changed > 0, let newest = try? await table(of: id, on: nil).newest {
      announce(.newest(provider: id, newest))
    }
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

extension AddressDay {
  init(_ day: Day) {
    let (year, month, date) = day.civil
    self.init(year: year, month: month, day: date)
  }
}

extension Day {
  init?(_ day: AddressDay) {
    self.init(year: day.year, month: day.month, day: day.day)
  }
}
