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
