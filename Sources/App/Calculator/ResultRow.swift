// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursDrawing
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
    case currencyPressed
    case movedUp
    case movedDown
    case dropped(String)
  }

  /// The index of the column for the trend button. This column is empty in `result-row.ui`.
  private static let trendColumn = 2

  @Child("row") var row: Widget
  @Child("body") private var body: ColumnsContainer
  @Child("mark") var mark: Label
  @Child("left") var left: Widget
  @Child("code") var code: Label
  @Child("name") var name: Label
  @Child("right") var right: BoxContainer
  @Child("value") var value: NumberLabel
  @Child("rate") private var rate: Label
  @Child("help") private var help: Button
  @Child("help_label") private var helpLabel: Label
  @Child("doubt") private var warningButton: Button
  @Child("menu") private var menu: Button
  @Child("extra") private var extra: Label
  private var trend: TrendButton?
  private var trends: SizeGroup?
  private var hasLateParts = false
  private var isCompact = false
  private var shown = CalculatorViewState.Row(id: "", name: "", value: "", rate: "")
  private let onAction: @MainActor @Sendable (String, Action) -> Void

  init(onAction: @escaping @MainActor @Sendable (String, Action) -> Void) throws(BuilderError) {
    self.onAction = onAction
    try Builder(ui: "result-row").bind(self)
    row.speakForLabels()
    if Appearance.isTextLarge { name.wrapAnywhere() }
    help.onClick { [weak self] in self?.tell(.offerChosen) }
    warningButton.onClick { [weak self] in self?.tell(.suspiciousRateOpened) }
    menu.onClick { [weak self] in self?.tell(.menuOpened) }
  }

  var place: Widget { menu }

  func render(_ state: CalculatorViewState.Row) {
    guard state != shown else { return }
    shown = state
    code.text = state.id
    name.text = state.name
    value.show(state.value, brief: state.brief)
    value.leaveSpace(like: state.tail)
    rate.text = state.rate
    rate.style("own-rate", state.isOwnRate)
    rate.setTooltip(state.terms)
    extra.text = state.extra
    help.isVisible = state.offer != nil
    helpLabel.text = state.offer?.action ?? ""
    help.setTooltip(state.offer?.action ?? "")
    help.setAccessibleLabel(state.offer?.action ?? "")
    warningButton.isVisible = state.suspiciousRate != nil
    warningButton.setTooltip(state.suspiciousRate?.sentence ?? "")
    warningButton.setAccessibleLabel(
      tr("A newer rate of {currency} looks wrong. Accept or reject it.", ["currency": state.id]))
    row.setAccessibleLabel(state.spokenLabel)
    menu.setAccessibleLabel(tr("Menu of {currency}", ["currency": state.spoken]))
    renderLook()
    renderLateParts()
  }

  /// Adds the parts that the first frame doesn't need: trends, dragging and keys.
  func addLateParts(_ trends: SizeGroup) {
    guard !hasLateParts else { return }
    (hasLateParts, self.trends) = (true, trends)
    row.onKey { [weak self] key in self?.pressed(key) ?? false }
    row.beDragged(kind: Self.kind, text: { [weak self] in self?.shown.outside ?? "" }) { [weak self] in
      self?.shown.id ?? ""
    }
    row.onDrop(kind: Self.kind) { [weak self] code in self?.tell(.dropped(code)) }
    value.onPress { [weak self] count in if count == 2 { self?.tell(.edited) } }
    code.setTooltip(tr("Change Currency"))
    code.onRelease { [weak self] in self?.tell(.currencyPressed) }
    rate.onPress { [weak self] count in if count == 1 { self?.tell(.explained) } }
    row.onContextPress { [weak self] in self?.tell(.menuOpened) }
    renderLateParts()
  }

  func beCompact(_ isCompact: Bool) {
    self.isCompact = isCompact
    renderLook()
    renderLateParts()
  }

  /// In a narrow column, the name wraps earlier, so that the rate stays on one line.
  func fit(columnWidth: Int) { name.preferLines(of: columnWidth < 420 ? 10 : 22) }

  func redraw() { trend?.redraw() }

  private func tell(_ action: Action) { onAction(shown.id, action) }

  private func renderLook() {
    let naming = shown.look.naming
    code.isVisible = naming != .name || isCompact
    name.isVisible = naming != .code && !isCompact
    name.style("code", naming == .name)
    for style in ["caption", "dim-label"] { name.style(style, naming != .name) }
    rate.isVisible = !isCompact
    extra.isVisible = !isCompact && !shown.extra.isEmpty
    mark.isVisible = !shown.mark.isEmpty
    mark.text = shown.mark
    for each in CurrencyLook.Mark.allCases { mark.style("mark-\(each.rawValue)", each == shown.look.mark) }
  }

  private func renderLateParts() {
    guard hasLateParts else { return }
    value.setHint(shown.isEditable ? tr("Double-click to edit") : "")
    // The sparkline is hidden in a compact window, and beside large text, which leaves no room for it.
    guard !isCompact, !Appearance.isTextLarge, let state = shown.trend else {
      trend?.button.isVisible = false
      return
    }
    if trend == nil, let made = try? TrendButton(onClick: { [weak self] in self?.tell(.chartOpened) }) {
      body.put(made.button, column: Self.trendColumn, after: left)
      trends?.add(made.button)
      trend = made
    }
    trend?.button.isVisible = true
    trend?.render(state, of: shown.spoken)
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

@MainActor
private final class TrendButton {
  @Child("trend") var button: Button
  @Child("line") private var line: DrawingArea
  @Child("period") private var period: Label
  private var shown = CalculatorViewState.Trend(heights: [])

  init(onClick: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    try Builder(ui: "trend").bind(self)
    button.onClick(onClick)
    line.onDraw(
      picture: { [weak self] size in
        let theme = ChartTheme(isDark: Appearance.isDark, isHighContrast: Appearance.isHighContrast)
        return Sparkline.picture(of: self?.shown.heights ?? [], size: size, theme: theme)
      }, overlay: { _ in [] })
  }

  func render(_ state: CalculatorViewState.Trend, of currency: String) {
    let isRedrawn = state.heights != shown.heights
    shown = state
    period.text = state.period
    if isRedrawn { line.redraw() }
    button.setTooltip(state.change)
    button.setAccessibleLabel(tr("Chart of {currency}: {change}", ["currency": currency, "change": state.change]))
  }

  func redraw() { line.redraw() }
}

/// A small line chart of a rate's last observations. The oldest is at the left, even in right-to-left languages.
enum Sparkline {
  /// Draws the chart; nil if there are fewer than two observations. `heights`: from 0 (bottom) to 1000 (top).
  static func picture(of heights: [Int], size: Size, theme: ChartTheme) -> DisplayList? {
    guard heights.count > 1, let colour = theme.series.first, let last = heights.last else { return nil }
    let margin = theme.lineWidth + 1
    let (width, height) = (size.width - 2 * margin, size.height - 2 * margin)
    func place(_ index: Int, _ value: Int) -> Point {
      Point(
        margin + width * Double(index) / Double(heights.count - 1), margin + height * (1 - Double(value) / 1000))
    }
    let points = heights.enumerated().map { place($0.offset, $0.element) }
    return DisplayList(
      size: size,
      items: [
        .polyline(points, Stroke(colour, width: theme.lineWidth)),
        .circle(place(heights.count - 1, last), radius: theme.lineWidth, colour),
      ])
  }
}

@MainActor
final class ExplanationPopover {
  @Child("popover") private var popover: Popover
  @Child("copy") private var button: Button

  init(_ lines: [String], copy: @escaping @MainActor @Sendable (String) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "reckoning")
    try builder.bind(self)
    let text = lines.joined(separator: "\n")
    try builder.object("text", as: Label.self).text = text
    button.onClick { [weak self] in
      copy(text)
      self?.popover.popDown()
    }
  }

  func popUp(at place: Widget) {
    popover.popUp(at: place, keeping: self)
    button.grabFocus()
  }
}
