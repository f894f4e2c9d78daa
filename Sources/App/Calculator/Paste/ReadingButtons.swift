// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// Other readings of a text as buttons below each other; where there are many, the last one opens the rest.
@MainActor
final class ReadingButtons {
  /// More would push the numbers off the window.
  static let most = 3

  let widget: BoxContainer
  private var buttons: [Button] = []
  private var shown: [CalculatorViewState.Reading] = []
  private let chosen: @MainActor @Sendable (ReadingAlternative) -> Void

  init(chosen: @escaping @MainActor @Sendable (ReadingAlternative) -> Void) {
    widget = BoxContainer(vertical: true, spacing: 6)
    self.chosen = chosen
  }

  func render(_ readings: [CalculatorViewState.Reading]) {
    guard readings != shown else { return }
    shown = readings
    for button in buttons { widget.remove(button) }
    buttons = []
    for reading in readings.prefix(Self.most) {
      add(reading.label) { [chosen] in chosen(reading.alternative) }
    }
    if readings.count > Self.most { add(tr("More Readings…")) { [weak self] in self?.openRest() } }
    widget.isVisible = !readings.isEmpty
  }

  private func add(_ label: String, pressed: @escaping @MainActor @Sendable () -> Void) {
    let button = Button(label: label)
    button.onClick(pressed)
    widget.append(button)
    buttons.append(button)
  }

  private func openRest() {
    let menu = Menu()
    for (index, reading) in shown.enumerated().dropFirst(Self.most) {
      menu.append(reading.label, action: "\(WindowAction.chooseReading.name)::\(index)")
    }
    buttons.last?.popUp(menu)
  }
}
