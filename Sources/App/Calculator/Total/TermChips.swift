// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class TermChips {
  static let mostInARow = 2

  let widget = BoxContainer(vertical: true, spacing: 6)
  private var rows: [BoxContainer] = []
  private var shown: [CalculatorViewState.Chip] = []
  private(set) var buttons: [Button] = []
  private let removed: @MainActor @Sendable (CalculatorEvent) -> Void

  init(removed: @escaping @MainActor @Sendable (CalculatorEvent) -> Void) {
    self.removed = removed
    widget.style("chips", true)
  }

  func render(_ chips: [CalculatorViewState.Chip]) {
    guard chips != shown else { return }
    shown = chips
    for row in rows { widget.remove(row) }
    (rows, buttons) = ([], [])
    for (index, chip) in chips.enumerated() {
      if index % Self.mostInARow == 0 {
        rows.append(BoxContainer(vertical: false, spacing: 6))
        rows.last.map { widget.append($0) }
      }
      let button = button(chip)
      rows.last?.append(button)
      buttons.append(button)
    }
    widget.isVisible = !chips.isEmpty
  }

  private func button(_ chip: CalculatorViewState.Chip) -> Button {
    // The icon is beside the text, which may be cut, so that it is always visible.
    let content = BoxContainer(vertical: false, spacing: 8)
    content.append(Label(text: chip.label))
    content.append(Label(text: "✕"))
    let button = Button(child: content)
    button.style("chip", true)
    button.setAccessibleLabel(chip.spoken)
    button.setTooltip(chip.spoken)
    button.keepFocusOnClick()
    button.onClick { [removed] in removed(chip.removal) }
    return button
  }
}
