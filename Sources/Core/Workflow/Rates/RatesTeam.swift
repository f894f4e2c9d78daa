// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursItems
import KursLocalCache
public import KursModel
import KursStorage

/// Asks the account server as its member; whoever is signed in makes one.
public typealias TeamSource = @Sendable (Command) async throws(APIError) -> SourceDocument

extension RatesWorkflow {
  /// From now on these team rates may be calculated with, and no other team's; nil for nobody's.
  ///
  /// `source`: who fetches them; nil where what is stored is all there is.
  public func use(_ team: Team?, from source: TeamSource? = nil) async {
    guard team != self.team || source != nil else { return }
    let isNew = team != self.team
    let home = await home(of: team)
    set(team, home: home, from: source)
    if isNew, order.contains(where: \.isTeam) { announce(.orderChanged) }
  }

  /// Deletes what is stored of a member's team, for one who leaves.
  public func wipeTeam(of member: MemberID) async throws(RatesFailure) {
    guard let gone = Team(of: member) else { return }
    if gone == team { await use(nil) }
    do { try await database.wipe(gone.id) } catch { throw .storage(error) }
  }

  /// The currency that most pairs have as their base, the first by code of several; what is shown as home.
  private func home(of team: Team?) async -> Currency {
    guard let team, let pairs = try? await database.pairs(of: team.id), !pairs.isEmpty else { return .eur }
    let counts = Dictionary(grouping: pairs, by: \.base).mapValues(\.count)
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? .eur
  }

  func refresh(_ team: Team) async throws(RatesFailure) -> IntakeProgress {
    let document = try await ask(team)
    guard team == self.team else { throw .unknownProvider(team.id.name) }
    let command = Command.teamHistory
    let new = documents.describe(
      document.bytes, of: team.id, command: command.name, request: command.path, origin: .download,
      fetched: clock(), lifetime: 86_400_000)
    let items = ProviderItems.team(team)
    var progress: IntakeProgress
    // Its own rates are as far from the market's as the team wants them: they are held against nothing.
    var stored: StoredQuotes?
    do {
      progress = try await takeUp(new, beside: &stored) { () throws(ItemError) in try items.read(document) }
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

  /// Signed out while it was being taken up: what came late must not stay behind.
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
