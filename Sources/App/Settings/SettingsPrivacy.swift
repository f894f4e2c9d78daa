// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

/// What Kurs may send beside asking for rates, and to whom.
@MainActor
final class SettingsPrivacy {
  private let reports: Switch
  private let statistics: Switch
  private let log: Switch
  private let server: Entry
  private let problem: ActionRow
  private var shown: String?
  private var isRendering = false

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    reports = try builder.object("reports")
    statistics = try builder.object("statistics")
    log = try builder.object("statistics_log")
    server = try builder.object("account_server")
    problem = try builder.object("account_server_problem")
    reports.onToggle { [weak self] in
      guard let self, !isRendering else { return }
      send(.reportsSwitched(reports.isActive))
    }
    statistics.onToggle { [weak self] in
      guard let self, !isRendering else { return }
      send(.statisticsSwitched(statistics.isActive))
    }
    log.onToggle { [weak self] in
      guard let self, !isRendering else { return }
      send(.statisticsLogSwitched(log.isActive))
    }
    server.onApply { [weak server] in
      guard let server else { return }
      send(.accountServerTyped(server.text))
    }
  }

  func render(_ state: SettingsViewState) {
    isRendering = true
    defer { isRendering = false }
    reports.isActive = state.sendsReports
    statistics.isActive = state.sendsStatistics
    log.isActive = state.logsStatistics
    if shown != state.accountServer { server.text = state.accountServer }
    shown = state.accountServer
    server.style("error", state.accountServerProblem != nil)
    server.setAccessibleDescription(state.accountServerProblem ?? "")
    problem.isVisible = state.accountServerProblem != nil
    problem.title = state.accountServerProblem ?? ""
  }
}
