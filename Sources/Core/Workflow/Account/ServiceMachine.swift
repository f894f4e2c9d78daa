// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
import KursModel

/// Decides when to request a server's service terms, and whether the server supports this Kurs.
struct ServiceMachine: Hashable, Sendable {
  static let interval: Int64 = 3_600_000

  private(set) var terms = ServiceTerms()
  /// The oldest supported version. Nil unless this Kurs is older.
  private(set) var neededRelease: ReleaseNumber?
  private var due: Uptime?

  mutating func sendingWanted(at now: Uptime) -> Bool {
    // An unsupported Kurs requests the terms each time, because the operator may have lowered the limit.
    guard neededRelease != nil || due.map({ now >= $0 }) ?? true else { return false }
    // Until the response arrives, callers use the known terms.
    due = now + Self.interval
    return true
  }

  mutating func received(_ terms: ServiceTerms, release: ReleaseNumber?, at now: Uptime) {
    self.terms = terms
    due = now + Self.interval
    neededRelease = terms.oldestClient.flatMap { oldest in release.map { $0 < oldest } == true ? oldest : nil }
  }

  mutating func notReached() { due = nil }

  mutating func renewed() { due = nil }
}

extension AccountWorkflow {
  public func askAboutService() async {
    guard let member = sessions[current]?.member else { return }
    _ = try? await limits(of: member.id)
  }

  /// Returns the limits of the member's server, requested if due. Throws if the server doesn't support this Kurs.
  func limits(of member: MemberID) async throws(SyncFailure) -> ServiceLimits {
    guard let id = try? session(of: member) else { throw .signedOut }
    if sessions[id]?.service.sendingWanted(at: environment.uptime()) == true { try await ask(id, member) }
    let service = sessions[id]?.service ?? ServiceMachine()
    if let needed = service.neededRelease { throw .tooOld(needed: needed) }  // guards N07
    return service.terms.limits
  }

  private func ask(_ id: Int, _ member: MemberID) async throws(SyncFailure) {
    do throws(AccountCallFailure) {
      let terms = ServiceResponse.read(try await send(.service, as: member).data)
      sessions[id]?.service.received(terms, release: environment.release, at: environment.uptime())
      publish()
    } catch {
      switch error {
      case .auth: break
      case .api(let error) where error.isOfTheWay: break  // guards N08: error.isOfTheWay => true
      // An older server doesn't know the request.
      case .api, .refused: return
      }
      sessions[id]?.service.notReached()
      throw SyncFailure(error)
    }
  }
}
