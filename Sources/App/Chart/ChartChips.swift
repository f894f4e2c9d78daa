// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class ChartChips {
  private let box: BoxContainer
  private(set) var buttons: [Button] = []
  private var shown: [Currency] = []
  private let removed: @MainActor @Sendable (Currency) -> Void

  init(_ box: BoxContainer, removed: @escaping @MainActor @Sendable (Currency) -> Void) {
    self.box = box
    self.removed = removed
  }

  func render(_ currencies: [Currency]) {
    guard currencies != shown else { return }
    shown = currencies
    for button in buttons { box.remove(button) }
    buttons = currencies.enumerated().map { number, currency in
      let content = BoxContainer(vertical: false, spacing: 8)
      let code = Label(text: currency.code)
      code.style("series-\(number)", true)
      code.style("heading", true)
      content.append(code)
      content.append(Label(text: "✕"))
      let button = Button(child: content)
      button.style("chip", true)
      button.setAccessibleLabel(tr("Remove {code}", ["code": currency.code]))
      button.setTooltip(tr("Remove {code}", ["code": currency.code]))
      button.keepFocusOnClick()
      button.onClick { [removed] in removed(currency) }
      box.append(button)
      return button
    }
    box.isVisible = !currencies.isEmpty
  }
}
