// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class ResultRow {
  static let kind = "kurs-result"

  enum Action: Equatable, Sendable {
    case menuOpened
    case chartOpened
    case suspiciousRateOpened
    case offerChosen
    case explained
    case edited
    case movedUp
    case movedDown
    case dropped(String)
  }

  /// The column that `result-row.ui` leaves free.
  private static let trendColumn = 2

  let row: Widget
  private let body: ColumnsContainer
  let mark: Label
  let left: Widget
  let code: Label
  let name: Label
  let right: BoxContainer
  let value: NumberLabel
  private let rate: Label
  private let help: Button
  private let warningButton: Button
  private let menu: Button
  private let extra: Label
  private var trend: TrendButton?
  private var hasLateParts = false
  private var isCompact = false
  private var shown = CalculatorViewState.Row(id: "", name: "", value: "", rate: "")
  private let onAction: @MainActor @Sendable (String, Action) -> Void

  init(onAction: @escaping @MainActor @Sendable (String, Action) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.resultRow, domain: Paths.domain)
    row = try builder.object("row")
    body = try builder.object("body")
    mark = try builder.object("mark")
    left = try builder.object("left")
    code = try builder.object("code")
    name = try builder.object("name")
    right = try builder.object("right")
    value = try builder.object("value")
    rate = try builder.object("rate")
    extra = try builder.object("extra")
    help = try builder.object("help")
    warningButton = try builder.object("doubt")
    menu = try builder.object("menu")
    self.onAction = onAction
    row.speakForLabels()
    help.onClick { [weak self] in self?.tell(.offerChosen) }
    warningButton.onClick { [weak self] in self?.tell(.suspiciousRateOpened) }
    menu.onClick { [weak self] in self?.tell(.menuOpened) }
  }

  var place: Widget { menu }

  func render(_ state: CalculatorViewState.Row) {
    guard state != shown else { return }
    if state.id != shown.id { code.text = state.id }
    if state.name != shown.name { name.text = state.name }
    if state.look != shown.look || state.mark != shown.mark { renderLook(state) }
    if state.value != shown.value { value.show(state.value, brief: state.brief) }
    if state.tail != shown.tail { value.leaveSpace(like: state.tail) }
    if state.rate != shown.rate { rate.text = state.rate }
    if state.isOwnRate != shown.isOwnRate { rate.style("own-rate", state.isOwnRate) }
    if state.terms != shown.terms { rate.setTooltip(state.terms) }
    if hasLateParts, state.isEditable != shown.isEditable { renderHint(state) }
    if state.extra != shown.extra {
      extra.text = state.extra
      extra.isVisible = !state.extra.isEmpty && !isCompact
    }
    if state.offer != shown.offer {
      help.isVisible = state.offer != nil
      help.setTooltip(state.offer?.action ?? "")
      help.setAccessibleLabel(state.offer?.action ?? "")
    }
    if state.suspiciousRate != shown.suspiciousRate {
      warningButton.isVisible = state.suspiciousRate != nil
      warningButton.setTooltip(state.suspiciousRate?.sentence ?? "")
      warningButton.setAccessibleLabel(tr("A newer rate of {currency} looks wrong", ["currency": state.id]))
    }
    if state.spokenLabel != shown.spokenLabel { row.setAccessibleLabel(state.spokenLabel) }
    if state.spoken != shown.spoken {
      menu.setAccessibleLabel(tr("Menu of {currency}", ["currency": state.spoken]))
    }
    let isNew = state.trend != shown.trend || state.spoken != shown.spoken
    shown = state
    if isNew { renderTrend() }
  }

  /// Adds the parts that the first frame omits: trends, dragging, keys.
  func addLateParts() {
    guard !hasLateParts else { return }
    hasLateParts = true
    row.onKey { [weak self] key in self?.pressed(key) ?? false }
    row.beDragged(kind: Self.kind, text: { [weak self] in self?.shown.outside ?? "" }) { [weak self] in
      self?.shown.id ?? ""
    }
    row.onDrop(kind: Self.kind) { [weak self] code in self?.tell(.dropped(code)) }
    value.onPress { [weak self] count in if count == 2 { self?.tell(.edited) } }
    rate.onPress { [weak self] count in if count == 1 { self?.tell(.explained) } }
    row.onContextPress { [weak self] in self?.tell(.menuOpened) }
    renderHint(shown)
    renderTrend()
  }

  func beCompact(_ isCompact: Bool) {
    self.isCompact = isCompact
    name.isVisible = !isCompact
    rate.isVisible = !isCompact
    extra.isVisible = !isCompact && !shown.extra.isEmpty
    renderTrend()
  }

  func redraw() { trend?.redraw() }

  private func tell(_ action: Action) { onAction(shown.id, action) }

  private func renderLook(_ state: CalculatorViewState.Row) {
    code.isVisible = state.look.naming != .name
    name.isVisible = state.look.naming != .code
    name.style("code", state.look.naming == .name)
    for style in ["caption", "dim-label"] { name.style(style, state.look.naming != .name) }
    mark.isVisible = !state.mark.isEmpty
    mark.text = state.mark
    for each in CurrencyLook.Mark.allCases { mark.style("mark-\(each.rawValue)", each == state.look.mark) }
  }

  private func renderTrend() {
    guard hasLateParts, !isCompact, let state = shown.trend else {
      trend?.button.isVisible = false
      return
    }
    if trend == nil, let made = try? TrendButton(onClick: { [weak self] in self?.tell(.chartOpened) }) {
      body.put(made.button, column: Self.trendColumn, after: left)
      trend = made
    }
    trend?.button.isVisible = true
    trend?.render(state, of: shown.spoken)
  }

  /// Shows a hint, because a double click has no other visible effect.
  private func renderHint(_ state: CalculatorViewState.Row) {
    value.setHint(state.isEditable ? tr("Double-click to edit") : "")
  }

  private func pressed(_ key: KeyPress) -> Bool {
    switch (key.name, key.hasAlt) {
    case ("Up", true), ("KP_Up", true): tell(.movedUp)
    case ("Down", true), ("KP_Down", true): tell(.movedDown)
    case ("F2", false): tell(.edited)
    case ("Return", true), ("KP_Enter", true): tell(.explained)
    case ("Menu", false): tell(.menuOpened)
    case ("F10", false) where key.hasShift: tell(.menuOpened)
    default: return false
    }
    return true
  }
}
