// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

extension CalculatorWindow {
  /// Folds the keypad in a narrow window when the person types: the amounts get its room, and its
  /// button brings it back.
  func foldKeypad(for key: KeyPress) {
    guard shown.hasKeypad, !shown.isCompact, isNarrow else { return }
    guard !key.hasControl, !key.hasAlt, key.text?.isEmpty == false else { return }
    send(.event(.keypadSwitched(false)))
  }

  /// Below these the keys are lower, so that lines and results have their room; sooner with what is said once, and
  /// where lines and results stand below each other.
  private static let (lowHeight, introducedHeight, narrowHeight, lowestHeight) = (560, 660, 700, 480)

  /// Lines and results stand below each other.
  private var isNarrow: Bool { window.width > 0 && !AdaptiveLayout.isSideBySide(body) }

  /// The keys are lower where there is little height; what is said once has its room from them, never from the results.
  func fitKeypad() {
    let (width, height) = window.extent
    let fits = height >= Self.lowHeight
    let isIntroduced = fits && late.introduction?.isWanted == true
    late.introduction?.widget.isVisible = isIntroduced
    let isNarrow = width < AdaptiveLayout.threshold
    let high = isNarrow ? Self.narrowHeight : isIntroduced ? Self.introducedHeight : Self.lowHeight
    let isLow = height < high
    let isLowest = height < Self.lowestHeight
    keypad.style("low", isLow)
    head.style("low", isLow && isNarrow)
    for part in [keypad, head] { part.style("lowest", isLowest && !shown.isCompact) }
    keypadPlace.requestHeight(isLowest ? AdaptiveLayout.leastFoot : isLow ? 174 : 259)
  }

  func renderKeypad(_ state: CalculatorViewState) {
    if state.hasKeypad != shown.hasKeypad { window.setSwitch(WindowSwitch.keypad.rawValue, state.hasKeypad) }
    if state.showsKeypad != shown.showsKeypad { keypadPlace.isVisible = state.showsKeypad }
  }

  /// The button that folds the keypad, and brings it back.
  func addKeypadToggle() {
    guard late.keypadToggle == nil, let builder = try? Builder(resource: Paths.keypadToggle, domain: Paths.domain),
      let toggle = try? builder.object("toggle", as: Widget.self)
    else { return }
    listBar.insert(toggle, after: addAmount)
    late.keypadToggle = toggle
  }
}
