// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
import KursModel

/// When a member's server is asked about its service, and whether it serves this Kurs: one function for each event.
struct ServiceMachine: Hashable, Sendable {
  static let interval: Int64 = 3_600_000

  private(set) var terms = ServiceTerms()
  /// The oldest release that is served, where this one is older.
  private(set) var neededRelease: ReleaseNumber?
  /// When it is next asked; nil for at once.
  private var due: Uptime?

  /// Something is about to be sent: whether the server is asked first.
  mutating func sendingWanted(at now: Uptime) -> Bool {
    // A Kurs that is not served asks each time: the operator may have changed their mind.
    guard neededRelease != nil || due.map({ now >= $0 }) ?? true else { return false }
    // A second caller meanwhile, and one whose question has no answer, goes by what is known.
    due = now + Self.interval
    return true
  }

  /// `release`: this program's own; nil where that is not known.
  mutating func told(_ terms: ServiceTerms, release: ReleaseNumber?, at now: Uptime) {
    self.terms = terms
    due = now + Self.interval
    neededRelease = terms.oldestClient.flatMap { oldest in release.map { $0 < oldest } == true ? oldest : nil }
  }

  /// There was no way to the server.
  mutating func notReached() { due = nil }

  /// The tokens are new.
  mutating func renewed() { due = nil }
}

extension AccountWorkflow {
  /// Asks the server of whoever's data shows about its service, where that is due.
  public func askAboutService() async {
    guard let member = sessions[current]?.member else { return }
    _ = try? await limits(of: member.id)
  }

  /// How much the member's server takes, which is asked where that is due; throws where it does not serve this Kurs.
  func limits(of member: MemberID) async throws(SyncFailure) -> ServiceLimits {
    guard let id = try? session(of: member) else { throw .signedOut }
    if sessions[id]?.service.sendingWanted(at: environment.uptime()) == true { try await ask(id, member) }
    let service = sessions[id]?.service ?? ServiceMachine()
    if let needed = service.neededRelease { throw .tooOld(needed: needed) }
    return service.terms.limits
  }

  private func ask(_ id: Int, _ member: MemberID) async throws(SyncFailure) {
    do throws(AccountCallFailure) {
      let terms = ServiceResponse.read(try await send(.service, as: member).data)
      sessions[id]?.service.told(terms, release: environment.release, at: environment.uptime())
      publish()
    } catch {
      switch error {
      case .auth: break
      case .api(let error) where error.isOfTheWay: break
      // A server that does not know the question serves as it did before.
      case .api, .refused: return
      }
      sessions[id]?.service.notReached()
      throw SyncFailure(error)
    }
  }
}
