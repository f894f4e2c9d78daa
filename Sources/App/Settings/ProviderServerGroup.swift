// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ProviderServerGroup {
  @Child("server_group") private var group: Widget
  @Child("address") private var address: Entry
  @Child("address_problem") private var problem: ActionRow
  @Child("address_reset") private var reset: Button
  @Child("moved") private var moved: ActionRow
  @Child("test") private var test: Button
  @Child("test_row") private var outcome: ActionRow
  @Child("test_mark") private var mark: Image
  @Child("test_spinner") private var spinner: Spinner
  private var shown = ""
  private var isConfirmed = false

  init(
    _ builder: Builder, _ id: ProviderID, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try builder.bind(self)
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
    // Typed text stays until the user confirms it, or until the provider's address changes.
    if state.address != shown || (isConfirmed && state.addressProblem == nil) {
      if address.text != state.address { address.text = state.address }
      shown = state.address
    }
    isConfirmed = false
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
    spinner.isSpinning = state.testIcon == .running
    mark.isVisible = state.testIcon == .good || state.testIcon == .bad
    if state.testIcon == .good { mark.setIcon("object-select-symbolic") }
    if state.testIcon == .bad { mark.setIcon("dialog-error-symbolic") }
    mark.style("success", state.testIcon == .good)
    mark.style("error", state.testIcon == .bad)
    outcome.subtitle = state.test
    // GTK 4.8 can't announce the result. Screen readers speak it as part of the focused button's new name.
    let name = tr("Test Connection")
    test.setAccessibleLabel(
      state.testIcon == .none ? name : tr("{button}: {outcome}", ["button": name, "outcome": state.test]))
  }
}
