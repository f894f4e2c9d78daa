// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class TermChips {
  static let mostInARow = 2

  let widget = BoxContainer(vertical: true, spacing: 6)
  private var rows: [BoxContainer] = []
  private var shown: [CalculatorViewState.Chip] = []
  private(set) var buttons: [(open: Button, remove: Button)] = []
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
      let parts = buttons(of: chip)
      let box = BoxContainer(vertical: false, spacing: 0)
      for style in ["chip", "parts"] { box.style(style, true) }
      for part in [parts.open, parts.remove] { box.append(part) }
      rows.last?.append(box)
      buttons.append(parts)
    }
    widget.isVisible = !chips.isEmpty
  }

  private func buttons(of chip: CalculatorViewState.Chip) -> (open: Button, remove: Button) {
    let open = Button(child: Label(text: chip.label))
    open.setAccessibleLabel(chip.spoken)
    open.setTooltip(chip.spoken)
    open.run(chip.action)
    let remove = Button(child: Label(text: "✕"))
    let effect = tr("Remove {code}", ["code": chip.label])
    remove.setAccessibleLabel(effect)
    remove.setTooltip(effect)
    remove.onClick { [removed] in removed(chip.removal) }
    for button in [open, remove] {
      button.style("flat", true)
      button.keepFocusOnClick()
    }
    return (open, remove)
  }
}
