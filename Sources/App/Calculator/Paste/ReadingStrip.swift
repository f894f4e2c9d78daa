// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// Other readings of what is being typed, one press away; made when there is a first one.
@MainActor
final class ReadingStrip {
  /// More would push the numbers off the window; the paste card shows them all.
  static let most = 4

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
    buttons = readings.prefix(Self.most).map { reading in
      let button = Button(label: reading.label)
      button.onClick { [chosen] in chosen(reading.alternative) }
      widget.append(button)
      return button
    }
    widget.isVisible = !readings.isEmpty
  }
}
