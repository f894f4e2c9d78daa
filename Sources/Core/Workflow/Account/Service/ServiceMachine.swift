// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
import KursModel

/// Decides when a member's server is asked for its service terms, and whether it supports this Kurs.
struct ServiceMachine: Hashable, Sendable {
  static let interval: Int64 = 3_600_000

  private(set) var terms = ServiceTerms()
  /// The oldest supported version, if this one is older.
  private(set) var neededRelease: ReleaseNumber?
  /// The time of the next request; nil for at once.
  private var due: Uptime?

  /// Something will be sent. Returns whether to ask the server first.
  mutating func sendingWanted(at now: Uptime) -> Bool {
    // An unsupported Kurs asks each time, because the operator may have changed the limit.
    guard neededRelease != nil || due.map({ now >= $0 }) ?? true else { return false }
    // A second caller, and one whose request got no response, uses the known terms.
    due = now + Self.interval
    return true
  }

  /// `release`: this program's version; nil if unknown.
  mutating func told(_ terms: ServiceTerms, release: ReleaseNumber?, at now: Uptime) {
    self.terms = terms
    due = now + Self.interval
    neededRelease = terms.oldestClient.flatMap { oldest in release.map { $0 < oldest } == true ? oldest : nil }
  }

  mutating func notReached() { due = nil }

  mutating func renewed() { due = nil }
}

extension AccountWorkflow {
  /// Requests the service terms from the shown member's server, if due.
  public func askAboutService() async {
    guard let member = sessions[current]?.member else { return }
    _ = try? await limits(of: member.id)
  }

  /// The limits of the member's server, requested if due. Throws if it doesn't support this Kurs.
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
      // A server that doesn't know the request works as before.
      case .api, .refused: return
      }
      sessions[id]?.service.notReached()
      throw SyncFailure(error)
    }
  }
}
