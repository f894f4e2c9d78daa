// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

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
      let terms = ServiceItem.read(try await send(.service, as: member).data)
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
