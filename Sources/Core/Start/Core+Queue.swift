// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import FoundationEssentials
public import KursModel
public import KursStorage
public import KursWorkflow

extension Core {
  /// The offline queue over the person's file; opens nothing and asks nobody until something is queued or due.
  ///
  /// `commands`: those of the account that may wait; `asMember`: sends as a member and renews the sign-in by itself.
  /// `proof`: the header of a member who is signed in, for their reports.
  public func offlineQueue(
    _ person: PersonDatabase, member: String? = nil, commands: [Command] = Command.changesOfMember,
    asMember: OfflineQueue.MemberSender? = nil,
    proof: (@Sendable (_ member: String) async -> [String: String]?)? = nil, clock: (@Sendable () -> Timestamp)? = nil
  ) -> OfflineQueue {
    let surroundings = queueSurroundings(clock)
    return OfflineQueue(
      storage: person, member: member, surroundings: surroundings,
      sender: OfflineQueue.sender(
        of: commands + [ValidationReport.command, AnalyticsBatch.command],
        through: Self.client(environment, networkSwitch), asMember: asMember, proof: proof,  // guards J13: Self.client(environment, networkSwitch) => Self.client(environment, networkSwitch, Self.listener(environment, refusals))
        refusals: loggingListener))
  }

  /// Reports of refused answers through that queue, on the terms the settings give.
  public func validationReports(
    _ person: PersonDatabase, queue: OfflineQueue, terms: ValidationReports.Terms
  ) -> ValidationReports {
    let reports = ValidationReports(
      storage: person, queue: queue, version: kursVersion, terms: terms, surroundings: queueSurroundings(nil))
    refusals.attach(reports.listener)
    return reports
  }

  /// Statistics, by what the settings agree to; nothing is kept or sent before they are heard.
  func analyticsChoice(
    _ person: PersonDatabase, queue: OfflineQueue, account: AccountWorkflow
  ) -> AnalyticsChoice {
    let log = AnalyticsLog(storage: person) { [weak account] in await account?.state.member?.id }
    let upload = AnalyticsUpload(
      storage: person, queue: queue, surroundings: queueSurroundings(nil)
    ) { [weak settings, weak account] in
      let member = await account?.state.member
      let chosen = await settings?.values.accountServer ?? ""
      // A member's own server hears of what that member does, else the one in the settings.
      return .init(member: member?.id.text ?? "", server: member?.server ?? (chosen.isEmpty ? nil : chosen))
    }
    return AnalyticsChoice(analytics: analytics, log: log, upload: upload)
  }

  func queueSurroundings(_ clock: (@Sendable () -> Timestamp)?) -> QueueSurroundings {
    let newKey: @Sendable () -> String = { UUID().uuidString.lowercased() }  // guards Q28: UUID().uuidString.lowercased() => "one"
    var surroundings = QueueSurroundings(clock: clock ?? environment.clock, newKey: newKey)
    surroundings.note = noteInLog
    return surroundings
  }
}
