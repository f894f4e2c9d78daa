// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ProviderPage {
  let id: String
  @Child("page") var widget: Widget
  @Child("title") private var title: WindowTitle
  @Child("use") private var use: Switch
  @Child("use_row") private var useRow: ActionRow
  @Child("place_row") private var placeRow: ActionRow
  @Child("use_first") private var useFirst: Button
  @Child("move_up") private var moveUp: Button
  @Child("move_down") private var moveDown: Button
  private let mark: ProviderIcon
  @Child("coverage") private var coverage: ActionRow
  @Child("publication") private var publication: ActionRow
  @Child("stored") private var stored: ActionRow
  @Child("problem") private var problem: ActionRow
  @Child("attribution") private var attribution: ActionRow
  @Child("terms") private var terms: ActionRow
  private let key: ProviderKeyGroup
  private let server: ProviderServerGroup
  @Child("file_group") private var file: Widget
  private var shown: ProviderViewState?
  private var isRendering = false

  init(
    _ id: String, act: @escaping @MainActor @Sendable (SettingsAction) -> Void = { _ in },
    send: @escaping @MainActor @Sendable (SettingsIntent) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(ui: "settings-provider")
    self.id = id
    mark = try ProviderIcon(builder)
    key = try ProviderKeyGroup(builder, ProviderID(id)) { send(.event($0)) }
    server = try ProviderServerGroup(builder, ProviderID(id)) { send(.event($0)) }
    try builder.bind(self)
    try builder.object("file_save", as: ActionRow.self).onActivate { send(.providerFileWanted(ProviderID(id))) }
    try builder.object("file_remove", as: ActionRow.self).onActivate { send(.providerRemoved(ProviderID(id))) }
    try builder.object("back", as: Button.self).onClick { send(.detailsLeft) }
    use.onToggle { [weak self] in
      guard let self, !isRendering else { return }
      send(.event(.providerSwitched(ProviderID(id), isOn: use.isActive)))
    }
    useFirst.onClick { act(.useFirst) }
    moveUp.onClick { act(.moveUp) }
    moveDown.onClick { act(.moveDown) }
    terms.onActivate { [weak self] in
      guard let address = self?.shown?.terms else { return }
      send(.termsPressed(address))
    }
  }

  func render(_ state: ProviderViewState) {
    isRendering = true
    defer { isRendering = false }
    use.isActive = state.isOn
    guard state != shown else { return }
    title.set(state.title, subtitle: "")
    mark.render(state.picture, of: state.title, ProviderID(state.id))
    useRow.subtitle = state.canSwitch ? "" : tr("This is the only provider in use. Turn on another provider first.")
    use.isSensitive = state.canSwitch
    placeRow.subtitle = state.place
    useFirst.isVisible = !state.isFirst
    moveUp.isVisible = state.isOn
    moveUp.isSensitive = !state.isFirst
    moveDown.isVisible = state.isOn
    moveDown.isSensitive = !state.isLast
    coverage.subtitle = state.coverage
    publication.subtitle = state.publication
    stored.subtitle = state.newest
    problem.isVisible = state.problem != nil
    problem.subtitle = state.problem ?? ""
    attribution.subtitle = state.attribution
    terms.isVisible = !state.terms.isEmpty
    terms.subtitle = state.terms
    key.render(state)
    server.render(state)
    file.isVisible = state.isDescribed
    shown = state
  }

  func focus() {
    if let shown, shown.needsKey, shown.isOn, !shown.hasKey { key.focus() } else { use.grabFocus() }
  }
}

/// The field for a provider's API key. A saved key is never shown again.
@MainActor
private final class ProviderKeyGroup {
  @Child("key_group") private var group: PreferencesGroup
  @Child("key") private var entry: Entry
  @Child("key_state") private var row: ActionRow
  @Child("key_remove") private var remove: Button
  @Child("key_unlock") private var unlock: Button

  init(
    _ builder: Builder, _ id: ProviderID, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try builder.bind(self)
    entry.onApply { [weak entry] in
      guard let entry else { return }
      send(.keyTyped(id, Secret(entry.text)))
      entry.text = ""
    }
    remove.onClick { send(.keyRemoved(id)) }
    unlock.onClick { send(.unlockPressed) }
  }

  func focus() { entry.grabFocus() }

  func render(_ state: ProviderViewState) {
    group.isVisible = state.needsKey
    row.subtitle = state.keyNote
    entry.setAccessibleDescription(state.keyNote)
    remove.isVisible = state.hasKey
    unlock.isVisible = state.canUnlock
  }
}

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
