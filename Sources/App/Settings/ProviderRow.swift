// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class ProviderRow {
  @Child("row") var row: ActionRow
  @Child("lead") private var lead: BoxContainer
  @Child("place") private var place: BoxContainer
  @Child("rank") private var rank: Label
  let mark: ProviderIcon
  @Child("switch") private var use: Switch
  @Child("next") private var next: Widget
  private var shown: SettingsViewState.ProviderRow?
  private var isRendering = false
  /// Whether the window is as narrow as a phone. If true, the rank is above the icon, and a tap opens the page.
  var isNarrow = false { didSet { if isNarrow != oldValue { arrange() } } }

  init(_ id: String, _ list: ProviderList) throws(BuilderError) {
    let builder = try Builder(ui: "settings-provider-row")
    mark = try ProviderIcon(builder)
    try builder.bind(self)
    rank.speakForLabels()
    row.onActivate { [weak list] in list?.send(.detailsPressed(id)) }
    use.onToggle { [weak self, weak list] in
      guard let self, !isRendering else { return }
      list?.switched(id, isOn: use.isActive)
    }
    row.onKey { [weak self, weak list] key in
      guard key.hasAlt, let shown = self?.shown, shown.isOn else { return false }
      return list?.move(shown, key) ?? false
    }
    row.beDragged(kind: "provider") { id }
    row.onDrop(kind: "provider") { [weak self, weak list] dragged in
      guard let rank = self?.shown?.rank else { return }
      _ = list?.dropped(dragged, at: rank - 1)
    }
  }

  func render(_ state: SettingsViewState.ProviderRow) {
    isRendering = true
    defer { isRendering = false }
    // The core may refuse to switch the provider, so the switch is set again after each change.
    use.isActive = state.isOn
    guard state != shown else { return }
    row.title = state.title
    mark.render(state.picture, of: state.title, ProviderID(state.id))
    describe(state)
    rank.text = state.rank.map { inOwnDigits("\($0)") } ?? ""
    place.isVisible = state.isOn
    use.isSensitive = state.canSwitch
    use.setTooltip(state.switchHint)
    use.setAccessibleDescription(state.switchHint)
    use.setAccessibleLabel(tr("Use {provider}", ["provider": state.title]))
    // Translators: the position of a provider in the list, and its name
    row.setAccessibleLabel(
      state.rank.map { tr("{n}. {provider}", ["n": inOwnDigits("\($0)"), "provider": state.title]) } ?? state.title)
    row.setAccessibleDescription(state.isOn ? tr("In use") : tr("Not in use"))
    shown = state
  }

  var isSwitchFocused: Bool { use.hasFocus }
  func focusSwitch() { use.grabFocus() }

  private func arrange() {
    for box in [lead, place] { box.spacing = isNarrow ? 2 : box === lead ? 12 : 6 }
    lead.isVertical = isNarrow
    next.isVisible = !isNarrow
    row.style("narrow", isNarrow)
    if let shown { describe(shown) }
  }

  private func describe(_ state: SettingsViewState.ProviderRow) {
    row.subtitle = isNarrow ? state.brief : state.detail
    row.setTooltip(isNarrow ? state.detail : "")
  }
}
