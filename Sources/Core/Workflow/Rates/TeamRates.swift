// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursItems
import KursLocalCache
public import KursModel
import KursStorage

/// Sends a request to the account server as the signed-in member, and returns the response.
public typealias TeamSource = @Sendable (Endpoint) async throws(APIError) -> SourceDocument

/// Manages the rates of a team, which the account server provides. Only the current member's team is used.
public actor TeamRates {
  public private(set) var team: Team?
  private var source: TeamSource?
  private let importer: RatesImport

  init(importer: RatesImport) { self.importer = importer }

  /// Sets the team and returns whether it changed. A nil `source` uses stored rates only.
  func use(_ team: Team?, from source: TeamSource?) async -> Bool {
    guard team != self.team || source != nil else { return false }
    let isNew = team != self.team
    let home = await home(of: team)
    set(team, home: home, from: source)
    return isNew
  }

  /// Sets the team. A nil `source` keeps the current source if the team stays the same.
  private func set(_ team: Team?, home: Currency, from source: TeamSource?) {
    if let old = self.team, old != team { importer.directory.remove(old.id) }
    self.source = source ?? (team == self.team ? self.source : nil)
    self.team = team
    if let team { importer.directory.set(.team(team, home: home), for: team.id) }
  }

  /// Returns the currency that is the base of most pairs. It is shown as the team's home currency.
  private func home(of team: Team?) async -> Currency {
    guard let team, let pairs = try? await importer.database.pairs(of: team.id), !pairs.isEmpty else { return .eur }
    let counts = Dictionary(grouping: pairs, by: \.base).mapValues(\.count)
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? .eur
  }

  func refresh(_ team: Team) async throws(RatesFailure) -> ImportProgress {
    let document = try await requestDocument(team)
    guard team == self.team else { throw .unknownProvider(team.id.name) }
    let command = Endpoint.teamHistory
    let new = importer.documents.describe(
      document.bytes, of: team.id, command: command.name, request: command.path, origin: .download,
      fetched: importer.clock(), lifetime: 86_400_000)
    let items = ProviderDefinition.team(team)
    var progress: ImportProgress
    var stored: StoredQuotes?
    do {
      progress = try await importer.importWithoutAnnouncement(new, beside: &stored) { () throws(ItemError) in
        try items.read(document)
      }
    } catch {
      try await sweep(team)
      guard case .document(_, let fault) = error else { throw error }
      throw .document(provider: team.id, fault.shown(without: nil))
    }
    try await sweep(team)
    set(team, home: await home(of: team), from: nil)
    progress.newest = try? await RatesReader(importer: importer).newestQuotes(of: team.id).map(\.observation.day).max()
    if progress.isNews, let newest = progress.newest { importer.updates.send(.newest(provider: team.id, newest)) }
    return progress
  }

  private func sweep(_ team: Team) async throws(RatesFailure) {
    guard team != self.team else { return }
    try await importer.wipe(team.id)
    throw .unknownProvider(team.id.name)
  }

  func requestDocument(_ team: Team) async throws(RatesFailure) -> SourceDocument {
    guard let source else { throw .api(provider: team.id, .status(401)) }
    do { return try await source(.teamHistory) } catch { throw .api(provider: team.id, error) }
  }
}
