// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// Buttons for the other ways to read a text. If there are more than three, the last button opens a menu.
@MainActor
final class ReadingButtons {
  static let most = 3

  let widget: BoxContainer
  private var buttons: [Widget] = []
  private var shown: [CalculatorViewState.Reading] = []
  private let isBrief: Bool
  private let chosen: @MainActor @Sendable (ReadingAlternative) -> Void

  /// `isBrief`: whether the buttons are in one row, and each shows the amount without the typed text.
  init(isBrief: Bool = false, chosen: @escaping @MainActor @Sendable (ReadingAlternative) -> Void) {
    widget = BoxContainer(vertical: !isBrief, spacing: 6)
    widget.style("readings", true)
    self.isBrief = isBrief
    self.chosen = chosen
  }

  func render(_ readings: [CalculatorViewState.Reading]) {
    guard readings != shown else { return }
    shown = readings
    for button in buttons { widget.remove(button) }
    buttons = []
    if let first = readings.first, let current = first.current { addMeaning(first.text, current) }
    for reading in readings.prefix(Self.most) {
      add(isBrief ? reading.meaning : reading.label, reading.label) { [chosen] in chosen(reading.alternative) }
    }
    if readings.count > Self.most {
      add(isBrief ? "…" : tr("More Meanings…"), tr("More Meanings…")) { [weak self] in self?.openRest() }
    }
    widget.isVisible = !readings.isEmpty
  }

  private func add(_ label: String, _ name: String, pressed: @escaping @MainActor @Sendable () -> Void) {
    let button = Button(label: label)
    if label != name {
      button.setAccessibleLabel(name)
      button.setTooltip(name)
    }
    button.onClick(pressed)
    widget.append(button)
    buttons.append(button)
  }

  private func addMeaning(_ text: String, _ meaning: String) {
    let label = Label(text: "\u{2068}\(text)\u{2069} →")
    widget.append(label)
    buttons.append(label)
    add(meaning, tr("Use {meaning} for {text}", ["text": text, "meaning": meaning])) { [weak self] in
      self?.widget.isVisible = false
    }
  }

  private func openRest() {
    let menu = Menu()
    for reading in shown.dropFirst(Self.most) {
      menu.append(reading.label, action: "\(WindowAction.chooseReading.name)::\(reading.place)")
    }
    buttons.last?.popUp(menu)
  }
}
