// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Synchronization

public final class ReportConsent: Sendable {
  private struct State {
    var isAgreed = false
    /// Whether no settings were read yet. Without consent, the first read also deletes reports of an earlier run.
    var isFirst = true
    var chosenServer = ""
    var member: Member?
    var limit = ServiceLimits().report
  }

  private let state = Mutex(State())

  public init() {}

  /// The user's consent, and the server that receives reports: the member's server, or else the server in the settings.
  public var terms: ValidationReports.Terms {
    var terms = ValidationReports.Terms(
      isAgreed: { self.state.withLock { $0.isAgreed } },
      server: {
        self.state.withLock { state in
          guard let member = state.member else { return state.chosenServer.isEmpty ? nil : state.chosenServer }
          return member.server
        }
      }, account: { self.state.withLock { $0.member?.id.text } })
    terms.limit = { self.state.withLock { $0.limit } }
    return terms
  }

  /// Reads the user's consent. Returns whether waiting reports must be deleted, because consent is missing.
  func update(_ settings: Settings) -> Bool {
    state.withLock { state in
      let ends = (state.isAgreed || state.isFirst) && !settings.sendsReports
      state.isAgreed = settings.sendsReports
      state.isFirst = false
      state.chosenServer = settings.accountServer
      return ends
    }
  }

  func update(_ account: AccountState) {
    state.withLock { ($0.member, $0.limit) = (account.member, account.service.limits.report) }
  }
}
