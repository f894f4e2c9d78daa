// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage
import KursWorkflow

extension Core {
  /// Lets the stored team rates of whoever's data shows be calculated with, before the account is started.
  ///
  /// Returns whose they are. Asks nobody; not needed where no team is among the providers.
  @discardableResult
  public func showStoredTeam(of person: PersonDatabase) async -> Team? {
    let current = try? await person.members().first { $0.isCurrent && $0.wipeReason == nil }
    let team = current.flatMap { Team(of: $0.member.id) }
    await rates.use(team)
    return team
  }
}
