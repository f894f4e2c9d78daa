// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursItems
public import KursModel
public import KursStorage

/// A provider's stored rates and answers.
public struct StoredStanding: Hashable, Sendable {
  /// The newest stored day.
  public var newest: Day?
  /// When it last answered; nil for what came with Kurs or out of a file.
  public var answered: Timestamp?
  /// The address that its server has permanently moved to.
  public var moved: MovedAddress?
}

extension RatesWorkflow {
  /// The stored rates and answers of all providers; one without either is left out.
  public func standing() async -> [ProviderID: StoredStanding] {
    var standing: [ProviderID: StoredStanding] = [:]
    for id in (try? await database.providers()) ?? [] { standing[id] = await self.standing(of: id) }
    return standing
  }

  public func standing(of id: ProviderID) async -> StoredStanding {
    let quotes = (try? await database.latestQuotes(of: id, on: nil)) ?? []
    let documents = (try? await database.documents(of: id)) ?? []
    let moves = (try? await database.movedAddresses()) ?? []
    // A clock that was ahead once says nothing of when it answered.
    let now = clock()
    return StoredStanding(
      newest: quotes.map(\.observation.day).max(),
      answered: documents.filter { $0.origin == .download && $0.checked <= now }.map(\.checked).max(),
      moved: moves.filter { $0.provider == id }.max { $0.noted.milliseconds < $1.noted.milliseconds })
  }

  /// Asks a provider for its newest rates and stores nothing of them.
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
    guard let items = items[id] else { throw .unknownProvider(id.name) }
    let endpoints = items.endpoints
    let today = clock().day
    var (rates, newest) = (0, Day?.none)
    // A sheet for each day: a holiday has none, so a week back is looked through.
    let requests = endpoints.requests(closing: endpoints.latest.isEmpty ? 7 : 0, today: today)
    // Where the server has nothing at one address, the next is asked.
    let all = requests.flatMap { request in ([request.command] + request.otherwise).map { (request, $0) } }
    for (request, command) in all where request.otherwise.isEmpty || newest == nil {
      let server = address ?? command.host ?? endpoints.address
      do {
        let document: SourceDocument
        if let team, team.id == id {
          document = try await ask(team)
        } else {
          let answer = try await client().send(command, to: server, key: key.map { ($0, endpoints.key) })
          document = SourceDocument(bytes: answer.body, json: answer.value, day: request.day)
        }
        var reader = try items.read(document)
        while let batch = try reader.next() {
          rates += batch.count
          newest = [newest, batch.newestDay].compactMap { $0 }.max()
        }
      } catch let error as RatesFailure {
        throw error
      } catch let error as ItemError {
        throw .document(provider: id, error)
      } catch let error as APIError {
        guard case .status(let status) = error, status == command.nothingStatus else {
          throw .api(provider: id, error)
        }
      } catch {
        throw .document(provider: id, .truncated)
      }
    }
    guard let newest else { throw .document(provider: id, .empty) }
    return (rates, newest)
  }
}
