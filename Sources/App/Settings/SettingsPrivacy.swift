// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class SettingsPrivacy {
  @Child("account_server") private var server: Entry
  @Child("account_server_problem") private var problem: ActionRow
  private var shown: String?

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try builder.bind(self)
    server.onApply { [weak server] in
      guard let server else { return }
      send(.accountServerTyped(server.text))
    }
  }

  func render(_ state: SettingsViewState) {
    if shown != state.accountServer { server.text = state.accountServer }
    shown = state.accountServer
    server.style("error", state.accountServerProblem != nil)
    server.setAccessibleDescription(state.accountServerProblem ?? "")
    problem.isVisible = state.accountServerProblem != nil
    problem.title = state.accountServerProblem ?? ""
  }
}
