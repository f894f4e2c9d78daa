// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

enum ProviderSection: String, CaseIterable, Sendable {
  case centralBank = "central-bank"
  case service, law, key, own

  init(_ provider: ProviderState) {
    if provider.isDescribed || provider.id.isTeam {
      self = .own
    } else if provider.needsKey {
      self = .key
    } else if provider.provider.isPrescribed {
      self = .law
    } else {
      self = ProviderKind(provider.id) == .centralBank ? .centralBank : .service
    }
  }
}

@MainActor
final class ProviderList {
  @Child("used") var used: PreferencesGroup
  private(set) var unused: [ProviderSection: PreferencesGroup] = [:]
  private(set) var rows: [String: ProviderRow] = [:]
  private(set) var places: [String: PreferencesGroup] = [:]
  private var order: [String] = []
  private var shown: (used: [SettingsViewState.ProviderRow], unused: [SettingsViewState.ProviderRow]) = ([], [])
  /// The providers that the user switched on or off on the open page. Their rows stay in place until the page closes.
  private var switched: [String: (group: PreferencesGroup, place: Int)] = [:]
  var isNarrow = false { didSet { for row in rows.values { row.isNarrow = isNarrow } } }
  let send: @MainActor @Sendable (SettingsIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (SettingsIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
    for section in ProviderSection.allCases { unused[section] = try builder.object("unused-\(section.rawValue)") }
    for group in [self.used] + unused.values { group.leaveRowsOnTab() }
    self.used.onHidden { [weak self] in self?.moveSwitchedRows() }
  }

  func render(used: [SettingsViewState.ProviderRow], unused: [SettingsViewState.ProviderRow]) {
    shown = (used, unused)
    order = used.map(\.id)
    let all = Set((used + unused).map(\.id))
    for (id, group) in places where !all.contains(id) {
      if let row = rows.removeValue(forKey: id) { group.remove(row.row) }
      places[id] = nil
    }
    fill(self.used, rows(of: self.used, used, unused))
    for (section, group) in self.unused {
      let below = rows(of: group, unused.filter { $0.section == section }, used)
      fill(group, below)
      group.isVisible = !below.isEmpty
    }
  }

  private func rows(
    of group: PreferencesGroup, _ own: [SettingsViewState.ProviderRow], _ others: [SettingsViewState.ProviderRow]
  ) -> [SettingsViewState.ProviderRow] {
    var rows = own.filter { switched[$0.id].map { $0.group === group } ?? true }
    for row in others {
      guard let stays = switched[row.id], stays.group === group else { continue }
      rows.insert(row, at: min(stays.place, rows.count))
    }
    return rows
  }

  /// Moves the switched rows to the used or unused providers. Called after the page has closed.
  private func moveSwitchedRows() {
    switched = [:]
    render(used: shown.used, unused: shown.unused)
  }

  func mark(of id: String) -> Avatar? { rows[id]?.mark.avatar }

  private func fill(_ group: PreferencesGroup, _ states: [SettingsViewState.ProviderRow]) {
    let shown = states.compactMap { state -> ProviderRow? in
      guard let row = rows[state.id] ?? (try? ProviderRow(state.id, self)) else { return nil }
      rows[state.id] = row
      row.isNarrow = isNarrow
      // The title is set before the row is added, because newer libadwaita searches only a row's first title.
      row.render(state)
      put(row, state.id, in: group)
      return row
    }
    group.arrange(shown.map(\.row))
  }

  private func put(_ row: ProviderRow, _ id: String, in group: PreferencesGroup) {
    guard places[id] !== group else { return }
    let isFocused = row.isSwitchFocused
    places[id]?.remove(row.row)
    group.add(row.row)
    places[id] = group
    if isFocused { row.focusSwitch() }
  }
}

extension ProviderList {
  func switched(_ id: String, isOn: Bool) {
    if let row = rows[id]?.row, let group = places[id], used.isMapped, switched[id] == nil {
      switched[id] = (group, row.place)
    }
    send(.event(.providerSwitched(ProviderID(id), isOn: isOn)))
  }

  func move(_ row: SettingsViewState.ProviderRow, _ key: KeyPress) -> Bool {
    switch key.name {
    case "Up", "KP_Up": move(row.id, by: -1)
    case "Down", "KP_Down": move(row.id, by: 1)
    case "Home", "KP_Home": move(row.id, by: -order.count)
    case "End", "KP_End": move(row.id, by: order.count)
    default: return false
    }
    return true
  }

  func move(_ id: String, by steps: Int) {
    guard let place = order.firstIndex(of: id) else { return }
    let target = min(max(place + steps, 0), order.count - 1)
    if target != place { moved(id, .providerMoved(from: place, to: target)) }
  }

  private func moved(_ id: String, _ event: SettingsEvent) {
    switched[id] = nil
    send(.event(event))
  }

  func dropped(_ id: String, at target: Int) -> Bool {
    guard let place = order.firstIndex(of: id), order.indices.contains(target) else { return false }
    if target != place { moved(id, .providerMoved(from: place, to: target)) }
    return true
  }

  func run(_ action: SettingsAction, _ id: String) {
    switch action {
    case .useFirst: moved(id, .providerChosen(ProviderID(id)))
    case .moveUp: move(id, by: -1)
    case .moveDown: move(id, by: 1)
    }
  }
}

private enum ProviderKind: String, CaseIterable, Sendable {
  case centralBank, service, market, own

  init(_ id: ProviderID) {
    self = id.isTeam ? .own : id.name == "coingecko" ? .market : bankName(of: id) == nil ? .service : .centralBank
  }

  var icon: String {
    switch self {
    case .centralBank: "org.kursapp.Kurs-bank-symbolic"
    case .service: "network-server-symbolic"
    case .market: "org.kursapp.Kurs-market-symbolic"
    case .own: "system-users-symbolic"
    }
  }
}

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

/// A provider's icon, or a symbol for the kind of provider. Screen readers skip it, because the name is beside it.
@MainActor
final class ProviderIcon {
  /// The width and height in points.
  static let side = 32

  @Child("mark") var avatar: Avatar
  private var shown: DecodedImage?

  init(_ builder: Builder) throws(BuilderError) {
    try builder.bind(self)
  }

  func render(_ picture: DecodedImage?, of name: String, _ id: ProviderID) {
    avatar.text = name
    avatar.setIcon(ProviderKind(id).icon)
    guard picture != shown else { return }
    shown = picture
    avatar.show(picture.flatMap { Texture.pixels($0.pixels, width: $0.width, height: $0.height) })
  }
}

@MainActor
final class ProviderIcons {
  /// Loads an icon of `side` points at `scale` pixels per point. Returns nil if the provider has no icon.
  typealias Load = @MainActor @Sendable (_ request: IconPlan.Request, _ side: Int, _ scale: Int) async -> DecodedImage?

  private var plan = IconPlan()
  private var loading: [IconPlan.Request: Task<Void, Never>] = [:]
  private let load: Load
  private let changed: @MainActor @Sendable () -> Void

  init(load: @escaping Load, changed: @escaping @MainActor @Sendable () -> Void) {
    self.load = load
    self.changed = changed
  }

  var pictures: [ProviderID: DecodedImage] { plan.pictures }

  func look(at state: SettingsState, open: ProviderID?, scale: Int) {
    for request in plan.looked(at: state, open: open) {
      loading[request] = Task { [weak self, load] in
        // The icon is loaded at twice its size, so that it is still sharp after its empty edges are cropped.
        let picture = await load(request, ProviderIcon.side * 2, scale)
        if !Task.isCancelled { self?.received(request, picture) }
      }
    }
  }

  func end() {
    for task in loading.values { task.cancel() }
    loading = [:]
  }

  private func received(_ request: IconPlan.Request, _ picture: DecodedImage?) {
    loading[request] = nil
    if plan.received(request, picture) { changed() }
  }
}
