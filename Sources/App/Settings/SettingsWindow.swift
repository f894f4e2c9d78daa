// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsWindow {
  let pages: PreferencesWindow
  let providers: ProviderList
  let rows: SettingsRows
  private let matches = DelayedAnnouncement()
  private let updates: SettingsUpdates
  private let storage: SettingsStorage
  private let calculator: SettingsCalculator
  let results: SettingsResults
  let alerts: SettingsAlerts
  private let backup: SettingsBackup
  private let privacy: SettingsPrivacy
  private let actions = ActionGroup()
  private var page: ProviderPage?
  private var sending: SendingPage?
  private var notice: String?
  private let send: @MainActor @Sendable (SettingsIntent) -> Void

  init(
    _ choices: SettingsChoices, send: @escaping @MainActor @Sendable (SettingsIntent) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(ui: "settings")
    pages = PreferencesWindow(title: tr("Settings"), width: 780, height: 680)
    pages.style("settings", true)
    for page in ["providers", "updates", "storage", "calculator", "privacy"] {
      pages.add(try builder.object("\(page)_page", as: Widget.self))
    }
    let event: @MainActor @Sendable (SettingsEvent) -> Void = { send(.event($0)) }
    providers = try ProviderList(builder, send: send)
    rows = try SettingsRows(builder, choices, send: event)
    updates = try SettingsUpdates(builder, send: event)
    storage = try SettingsStorage(builder, send: event)
    calculator = try SettingsCalculator(builder, choices, send: event)
    results = try SettingsResults(builder, send: send)
    alerts = try SettingsAlerts(builder, in: pages, send: send)
    backup = try SettingsBackup(builder, above: pages, send: send)
    privacy = try SettingsPrivacy(builder, send: event)
    self.send = send
    actions.install(SettingsAction.self) { [weak self] action, id in self?.run(action, id) }
    actions.install(AlertListAction.self) { [weak self] _, _ in self?.alerts.restore() }
    pages.insert(actions, scope: SettingsAction.scope)
    try builder.object("add_provider", as: ActionRow.self).onActivate { [weak pages] in
      pages?.window?.chooseFile(
        title: tr("Add a Provider"), types: ["application/json"], named: tr("Provider Files"),
        accept: trc("a button", "Add")
      ) { send(.providerFileChosen($0)) }
    }
    try builder.object("would_send", as: ActionRow.self).onActivate { send(.sendingPressed) }
    pages.setSearchLabel(tr("Search Settings")) { [matches] count, entry in
      let sentence = count == 0 ? tr("No Setting Found") : trn("{n} setting found", "{n} settings found", count)
      matches.say(sentence, at: entry)
    }
    // Escape closes only an open subpage. Without this handler, libadwaita would close the whole window.
    pages.onKey { [weak self] key in
      guard key.name == "Escape", let self, isPageOpen else { return false }
      leavePage()
      return true
    }
    pages.onClose { send(.closed) }
  }

  func render(_ state: SettingsViewState) {
    providers.render(used: state.used, unused: state.unused)
    rows.render(state.values)
    updates.render(state)
    storage.render(state)
    calculator.render(state)
    results.render(state)
    privacy.render(state)
    if state.notice != notice, let sentence = state.notice { pages.toast(sentence) }
    notice = state.notice
  }

  func say(_ sentence: String) { pages.toast(sentence) }

  var window: Window? { pages.window }

  func present(above parent: Window?, of application: Application?) {
    let isNew = window == nil
    pages.present(above: parent, of: application)
    guard isNew else { return }
    window?.onLayout { [weak self] in
      guard let self, let width = window?.width else { return }
      providers.isNarrow = width < Window.narrow
    }
  }
}

extension SettingsWindow {
  func run(_ action: SettingsAction, _ id: String) { providers.run(action, id) }

  func render(_ state: AlertsViewState) { alerts.render(state) }

  var openPage: String? { page?.id }

  func open(_ state: ProviderViewState) {
    guard let made = try? ProviderPage(state.id, act: { [weak self] in self?.run($0, state.id) }, send: send)
    else { return }
    page = made
    made.render(state)
    pages.present(subpage: made.widget, title: state.title)
    made.focus()
  }

  func render(_ state: ProviderViewState) {
    if page?.id == state.id { page?.render(state) }
  }

  func leavePage() {
    pages.closeSubpage()
    page = nil
    if sending != nil { send(.sendingLeft) }
    sending = nil
  }

  /// Whether a subpage is visible. `page` alone doesn't show that, because the user may have closed it by a swipe.
  private var isPageOpen: Bool { page?.widget.isMapped ?? sending?.widget.isMapped ?? false }

  func openSending() {
    guard let made = try? SendingPage(back: { [weak self] in self?.leavePage() }) else { return }
    sending = made
    pages.present(subpage: made.widget, title: tr("Data Preview"))
    made.focus()
  }

  func render(_ state: SendingViewState) { sending?.render(state) }
}
