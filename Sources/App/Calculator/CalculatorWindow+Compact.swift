// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

extension CalculatorWindow {
  /// The size of a compact window that was never given one.
  static let compactSize = (width: 300, height: 260)

  func renderCompact(_ state: CalculatorViewState) {
    guard state.isCompact != shown.isCompact else { return }
    let isCompact = state.isCompact
    window.style("compact", isCompact)
    // This comes before it is made smaller, since the least width would stop that.
    window.requestWidth(isCompact ? 280 : 360)
    lines.leastHeight = isCompact ? 40 : 76
    resultsPlace.requestContentHeight(isCompact ? 40 : 60)
    for part in [listBar, keptMenu, addCurrency] { part.isVisible = !isCompact }
    late.undo?.isVisible = !isCompact && (state.canUndo || state.canRedo)
    keypadPlace.isVisible = state.showsKeypad
    for row in rows { row.beCompact(isCompact) }
    renderWayBack(isCompact)
  }

  /// A button leads back, for a person without a keyboard.
  private func renderWayBack(_ isCompact: Bool) {
    if isCompact, late.wayBack == nil {
      let button = Button(label: "")
      button.setIcon("view-fullscreen-symbolic")
      button.setTooltip(tr("Show Everything"))
      button.setAccessibleLabel(tr("Show Everything"))
      button.keepFocusOnClick()
      button.onClick { [send] in send(.event(.compactSwitched(false))) }
      header.packStart(inHeader: button)
      late.wayBack = button
    }
    late.wayBack?.isVisible = isCompact
  }

  /// Whether it is on the screen.
  var isShown: Bool { window.isMapped }

  /// Gives the window the size that goes with what it shows.
  func resize(to size: WindowSize?, isCompact: Bool) {
    let usual = isCompact ? Self.compactSize : (400, 720)
    window.size = size.map { ($0.width, $0.height) } ?? usual
  }
}
