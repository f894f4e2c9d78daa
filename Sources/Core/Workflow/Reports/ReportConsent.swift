// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Synchronization

/// The current consent to reports, readable at once wherever an answer is refused.
public final class ReportConsent: Sendable {
  private struct State {
    var isAgreed = false
    /// The settings were not read yet: reports of an earlier run are looked at once.
    var isFirst = true
    var chosenServer = ""
    var member: Member?
    var limit = ServiceLimits().report
  }

  private let state = Mutex(State())

  /// There is no consent until the settings are read.
  public init() {}

  /// A member's own server hears of what that member met, else the one in the settings.
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

  /// True where what waits to be sent has to go: the person does not agree, or no longer.
  func heard(_ settings: Settings) -> Bool {
    state.withLock { state in
      let ends = (state.isAgreed || state.isFirst) && !settings.sendsReports
      state.isAgreed = settings.sendsReports
      state.isFirst = false
      state.chosenServer = settings.accountServer
      return ends
    }
  }

  func heard(_ account: AccountState) {
    state.withLock { ($0.member, $0.limit) = (account.member, account.service.limits.report) }
  }
}
