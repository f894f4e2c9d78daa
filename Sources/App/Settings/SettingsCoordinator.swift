// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsCoordinator {
  private let application: Application
  let workflow: SettingsWorkflow
  private let words: Words
  private let alerts: AlertsCoordinator
  private let backup: @Sendable () async -> BackupWorkflow?
  private var picker: PickerWindow?
  private let choices: SettingsChoices
  private let outgoing: @MainActor @Sendable () async -> OutgoingDocuments
  private let closed: @MainActor @Sendable () -> Void
  private var icons: ProviderIcons?
  private(set) var window: SettingsWindow?
  private var showing: Task<Void, Never>?

  /// Shows the window; nil if its `.ui` file can't be read. `outgoing`: called when the page of sent data first opens.
  init?(
    application: Application, workflow: SettingsWorkflow, words: Words, alerts: AlertsCoordinator,
    above parent: Window?, outgoing: @escaping @MainActor @Sendable () async -> OutgoingDocuments,
    backup: @escaping @Sendable () async -> BackupWorkflow?, icon: @escaping ProviderIcons.Load,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    self.application = application
    self.workflow = workflow
    self.words = words
    self.alerts = alerts
    self.backup = backup
    self.outgoing = outgoing
    self.closed = closed
    choices = SettingsChoices(words)
    icons = ProviderIcons(load: icon) { [weak self] in self?.show() }
    window = attempt { try SettingsWindow(choices) { [weak self] intent in self?.handle(intent) } }
    guard window != nil else { return nil }
    show(above: parent)
  }

  func present() { window?.present(above: nil, of: application) }

  func close() { window?.pages.close() }

  private func show(above parent: Window?) {
    guard let window else { return }
    render()
    window.present(above: parent, of: application)
    workflow.onChange = { [weak self] _ in self?.render() }
    alerts.follow(self) { [weak self] state in
      guard let self else { return }
      self.window?.render(AlertsViewState(state, self.words))
    }
  }

  private var state: SettingsState { workflow.state }

  private func render() {
    look()
    show()
  }

  private func show() {
    let pictures = icons?.pictures ?? [:]
    window?.render(SettingsViewState(state, choices, words, icons: pictures))
    if let id = window?.openPage.map(ProviderID.init(_:)), let provider = state[id] {
      window?.render(ProviderViewState(provider, state, words, picture: pictures[id]))
    }
  }

  private func look() {
    guard let window else { return }
    icons?.look(at: state, open: window.openPage.map(ProviderID.init(_:)), scale: window.pages.scale)
  }

  func open(_ id: ProviderID) {
    guard let provider = state[id] else { return }
    window?.open(ProviderViewState(provider, state, words, picture: icons?.pictures[id]))
    look()
  }

  private func askForKey(of id: ProviderID) {
    guard let provider = state[id], provider.needsKey, provider.isOn, window?.openPage == nil,
      provider.key == .missing || provider.key == .unknown
    else { return }
    open(id)
  }

  private func handle(_ intent: SettingsIntent) {
    switch intent {
    case .event(let event):
      workflow.send(event)
      if case .providerSwitched(let id, isOn: true) = event { askForKey(of: id) }
    case .detailsPressed(let id): open(ProviderID(id))
    case .detailsLeft: window?.leavePage()
    case .providerFileChosen(let path): addProvider(from: path)
    case .providerFileWanted(let id): saveFile(of: id)
    case .providerRemoved(let id): removeProvider(id)
    case .sendingPressed: showSending()
    case .sendingLeft: showing?.cancel()
    case .termsPressed(let address): window?.window?.open(address: address)
    case .addResultPressed: pickResult()
    case .alert(let event): alerts.send(event)
    case .addAlertPressed: addAlert()
    case .exportChosen(let path): export(to: path)
    case .importChosen(let path): restore(from: path)
    case .closed: finish()
    }
  }

  private func showSending() {
    window?.openSending()
    window?.render(SendingViewState(documents: []))
    showing?.cancel()
    showing = Task { [weak self, outgoing] in
      for await documents in await outgoing().states() { self?.window?.render(SendingViewState(documents)) }
    }
  }

  private func addAlert() {
    guard let frame = window?.window else { return }
    alerts.open(nil, above: frame) { [weak self] in self?.window?.say($0) }
  }

  private func pickResult() {
    guard let window = window?.window else { return }
    let chosen = state.settings.resultCurrencies
    let choices = PickerViewState(
      words, inUse: chosen, today: state.today, countryNames: CountryNames().callAsFunction)
    picker = try? PickerWindow(
      choices,
      choose: { [weak self] currency in
        guard let self else { return }
        let currencies = state.settings.resultCurrencies + [currency]
        workflow.send(.set(.resultCurrencies, .list(currencies.map(\.code))))
      })
    picker?.window.onCloseRequest { [weak self] in self?.picker = nil }
    picker?.present(above: window)
  }

  private func export(to path: String) {
    run { backup throws(BackupFault) in
      try await backup.export(to: path)
      return tr("The file contains all your data.")
    }
  }

  private func restore(from path: String) {
    run { backup throws(BackupFault) in sentence(for: try await backup.restore(from: path)) }
  }

  private func run(_ work: @escaping @Sendable (BackupWorkflow) async throws(BackupFault) -> String) {
    application.holding { [weak self, backup] in
      guard let backup = await backup() else { return }
      do throws(BackupFault) {
        let done = try await work(backup)
        self?.window?.say(done)
      } catch {
        self?.window?.say(sentence(for: error))
      }
    }
  }

  /// Closes the settings, saves the last choice, and dismisses the notice about a damaged settings file.
  private func finish() {
    icons?.end()
    showing?.cancel()
    workflow.onChange = nil
    if state.damage != nil { workflow.send(.damageDismissed) }
    application.holding { [workflow] in await workflow.flush() }
    window = nil
    closed()
  }
}

enum SettingsAction: String, Action {
  case useFirst = "use-first"
  case moveUp = "move-up"
  case moveDown = "move-down"

  static let scope = "settings"
  /// The list is empty, because the focused row handles the keys of these actions.
  var accelerators: [String] { [] }
  var takesTarget: Bool { true }
}

enum AlertListAction: String, Action {
  case restore = "restore-alert"

  static let scope = SettingsAction.scope
}

enum SettingsIntent: Equatable, Sendable {
  case event(SettingsEvent)
  case detailsPressed(String)
  case detailsLeft
  case providerFileChosen(String)
  case providerFileWanted(ProviderID)
  case providerRemoved(ProviderID)
  case termsPressed(String)
  case sendingPressed
  case sendingLeft
  case addResultPressed
  case alert(AlertsEvent)
  case addAlertPressed
  case exportChosen(String)
  case importChosen(String)
  case closed
}

extension SettingsCoordinator {
  func addProvider(from path: String) {
    Task { [weak self, workflow] in
      do {
        let id = try await workflow.addProvider(from: path)
        self?.open(id)
      } catch {
        guard let self else { return }
        window?.window?.refuse(tr("Can't Add the Provider"), errorMessage(error))
      }
    }
  }

  func saveFile(of id: ProviderID) {
    window?.window?.chooseFile(title: tr("Save a Copy"), name: "\(id).json", accept: tr("Save")) {
      [weak self, workflow] path in
      Task {
        guard let bytes = await workflow.file(of: id) else { return }
        if let failure = await writeFile(bytes, to: path) { self?.window?.say(sentence(for: failure)) }
      }
    }
  }

  func removeProvider(_ id: ProviderID) {
    window?.leavePage()
    Task { [weak self, workflow] in
      do { try await workflow.removeProvider(id) } catch {
        guard let self else { return }
        window?.say(errorMessage(error))
      }
    }
  }

  private func errorMessage(_ error: any Error) -> String {
    switch error {
    case let fault as ProviderFileFault: sentence(for: fault)
    case let failure as FileFailure: sentence(for: failure)
    case let failure as RatesFailure: sentence(for: failure, words)
    default: tr("Can't read or save the rates. Check the disk, then start Kurs again.")
    }
  }
}
