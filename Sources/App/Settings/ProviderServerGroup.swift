// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ProviderServerGroup {
  private let group: Widget
  private let address: Entry
  private let problem: ActionRow
  private let reset: Button
  private let moved: ActionRow
  private let test: Button
  private let outcome: ActionRow
  private let mark: Image
  private let spinner: Spinner
  private var shown = ""
  private var isConfirmed = false

  init(
    _ builder: Builder, _ id: ProviderID, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    group = try builder.object("server_group")
    address = try builder.object("address")
    problem = try builder.object("address_problem")
    reset = try builder.object("address_reset")
    moved = try builder.object("moved")
    test = try builder.object("test")
    outcome = try builder.object("test_row")
    mark = try builder.object("test_mark")
    spinner = try builder.object("test_spinner")
    address.onApply { [weak self] in
      guard let self else { return }
      isConfirmed = true
      send(.addressTyped(id, self.address.text))
    }
    reset.onClick { send(.addressTyped(id, "")) }
    test.onClick { send(.connectionTested(id)) }
  }

  func render(_ state: ProviderViewState) {
    group.isVisible = state.hasServer
    // Typed text stays until it is confirmed, or until the address changes.
    if state.address != shown || (isConfirmed && state.addressProblem == nil) {
      if address.text != state.address { address.text = state.address }
      shown = state.address
    }
    isConfirmed = false
    // A team's server is that of the account.
    address.isSensitive = !ProviderID(state.id).isTeam
    address.style("error", state.addressProblem != nil)
    address.setAccessibleDescription(state.addressProblem ?? "")
    problem.isVisible = state.addressProblem != nil
    problem.title = state.addressProblem ?? ""
    moved.isVisible = state.moved != nil
    moved.subtitle = state.moved ?? ""
    reset.isVisible = !state.isOwnAddress || state.moved != nil
    renderTest(state)
  }

  private func renderTest(_ state: ProviderViewState) {
    spinner.isSpinning = state.mark == .running
    mark.isVisible = state.mark == .good || state.mark == .bad
    if state.mark == .good { mark.setIcon("object-select-symbolic") }
    if state.mark == .bad { mark.setIcon("dialog-error-symbolic") }
    mark.style("success", state.mark == .good)
    mark.style("error", state.mark == .bad)
    guard outcome.subtitle != state.test else { return }
    outcome.subtitle = state.test
    // GTK 4.8 has no announcements, but screen readers speak a new name of the focused button.
    let name = tr("Test Connection")
    test.setAccessibleLabel(
      state.mark == .none ? name : tr("{button}: {outcome}", ["button": name, "outcome": state.test]))
  }
}
