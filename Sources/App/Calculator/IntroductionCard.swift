// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

/// Shows a new user which data is sent to which server, until they dismiss it.
@MainActor
final class IntroductionCard {
  @Child("place") var widget: Widget
  @Child("card") var card: Widget
  @Child("read") var read: Button
  @Child("sentence") private var sentence: Label
  var isWanted = true

  init(wasRead: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.introduction, domain: Paths.domain)
    try builder.bind(self)
    YieldingHeight.take(over: widget)
    read.onClick(wasRead)
    // Opening the settings dismisses it too, because they say more.
    try builder.object("settings", as: Button.self).onClick(wasRead)
  }

  func render(_ text: String) { sentence.text = text }
}

extension CalculatorWindow {
  /// Shows the introduction. Called after the first frame, so that the start doesn't wait.
  func introduce() {
    guard late.introduction == nil, let text = shown.introduction,
      let card = try? IntroductionCard(wasRead: { [weak self] in
        self?.send(.event(.introductionRead))
        self?.takeFocusBack()
      })
    else { return }
    page.append(card.widget)
    page.place(status, after: card.widget)
    late.introduction = card
    showIntroduction(shown)
    Task { [weak self] in
      // Waits until a screen reader has named the window. Otherwise it would speak this twice.
      repeat { try? await Task.sleep(for: .seconds(3)) } while self?.isAnnouncing == true
      guard let self, shown.introduction != nil, late.introduction?.isWanted == true else { return }
      amount.announce(text)
    }
  }

  func renderIntroduction(_ state: CalculatorViewState) {
    if state.introduction != shown.introduction || state.isCompact != shown.isCompact { showIntroduction(state) }
  }

  private func showIntroduction(_ state: CalculatorViewState) {
    if let text = state.introduction { late.introduction?.render(text) }
    late.introduction?.isWanted = state.introduction != nil && !state.isCompact
    fitKeypad()
  }
}
