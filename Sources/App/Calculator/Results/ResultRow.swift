// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// One result row on screen.
@MainActor
final class ResultRow {
  /// What can be dragged onto a result.
  static let kind = "kurs-result"

  /// What a person did to a result.
  enum Deed: Equatable, Sendable {
    case menuOpened
    case chartOpened
    /// What is known of the newer rate that looks wrong.
    case doubtOpened
    case explained
    case edited
    case movedUp
    case movedDown
    /// That one was dropped here.
    case dropped(String)
  }

  /// Characters that fit into a window of 360 pixels in each size.
  private static let limits = [11, 14, 18]

  let row: Widget
  private let body: BoxContainer
  let left: Widget
  private let code: Label
  private let name: Label
  let right: BoxContainer
  let value: Label
  private let rate: Label
  private let doubt: Button
  private let menu: Button
  private var extra: Label?
  private var trend: TrendButton?
  private var isDressed = false
  private var shown = CalculatorViewState.Row(id: "", name: "", value: "", rate: "")
  private let did: @MainActor @Sendable (String, Deed) -> Void

  init(did: @escaping @MainActor @Sendable (String, Deed) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.resultRow, domain: Paths.domain)
    row = try builder.object("row")
    body = try builder.object("body")
    left = try builder.object("left")
    code = try builder.object("code")
    name = try builder.object("name")
    right = try builder.object("right")
    value = try builder.object("value")
    rate = try builder.object("rate")
    doubt = try builder.object("doubt")
    menu = try builder.object("menu")
    self.did = did
    doubt.onClick { [weak self] in self?.tell(.doubtOpened) }
    menu.onClick { [weak self] in self?.tell(.menuOpened) }
  }

  /// Where its menu opens.
  var place: Widget { menu }

  func render(_ state: CalculatorViewState.Row) {
    guard state != shown else { return }
    if state.id != shown.id { code.text = state.id }
    if state.name != shown.name { name.text = state.name }
    if state.value != shown.value { value.show(number: state.value, limits: Self.limits) }
    if state.tail != shown.tail { value.setTrailingSpace(like: state.tail) }
    if state.rate != shown.rate { rate.text = state.rate }
    if state.isOwnRate != shown.isOwnRate { rate.style("own-rate", state.isOwnRate) }
    if state.terms != shown.terms { rate.setTooltip(state.terms) }
    if isDressed, state.isEditable != shown.isEditable { renderHint(state) }
    if state.extra != shown.extra { render(extra: state.extra) }
    if state.doubt != shown.doubt {
      doubt.isVisible = state.doubt != nil
      doubt.setTooltip(state.doubt?.sentence ?? "")
      doubt.setAccessibleLabel(tr("A newer rate of {currency} looks wrong", ["currency": state.id]))
    }
    if state.spoken != shown.spoken {
      row.setAccessibleLabel(state.spoken)
      menu.setAccessibleLabel(tr("Menu of {currency}", ["currency": state.spoken]))
    }
    let isNew = state.trend != shown.trend || state.spoken != shown.spoken
    shown = state
    if isNew { renderTrend() }
  }

  /// Adds what the first frame does without: trends, dragging, keys.
  func dress() {
    guard !isDressed else { return }
    isDressed = true
    row.onKey { [weak self] key in self?.pressed(key) ?? false }
    row.beDragged(kind: Self.kind) { [weak self] in self?.shown.id ?? "" }
    row.onDrop(kind: Self.kind) { [weak self] code in self?.tell(.dropped(code)) }
    value.onPress { [weak self] count in if count == 2 { self?.tell(.edited) } }
    rate.onPress { [weak self] count in if count == 1 { self?.tell(.explained) } }
    row.onContextPress { [weak self] in self?.tell(.menuOpened) }
    renderHint(shown)
    renderTrend()
  }

  /// Draws again in the colours of the desktop.
  func redraw() { trend?.redraw() }

  private func tell(_ deed: Deed) { did(shown.id, deed) }

  private func renderTrend() {
    guard isDressed, let state = shown.trend else {
      trend?.button.isVisible = false
      return
    }
    if trend == nil, let made = try? TrendButton(onClick: { [weak self] in self?.tell(.chartOpened) }) {
      body.insert(made.button, after: left)
      trend = made
    }
    trend?.button.isVisible = true
    trend?.render(state, of: shown.spoken)
  }

  /// A double click does nothing that could be seen before.
  private func renderHint(_ state: CalculatorViewState.Row) {
    value.setTooltip(state.isEditable ? tr("Double-click to edit") : "")
  }

  private func render(extra text: String) {
    if extra == nil {
      let label = Label(text: "")
      label.style("caption", true)
      label.style("numeric", true)
      label.alignEnd()
      right.append(label)
      extra = label
    }
    extra?.text = text
    extra?.isVisible = !text.isEmpty
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
