// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

/// Says to a person who is new here what is sent to whom, until it is read.
@MainActor
final class IntroductionCard {
  let widget: Widget
  let card: Widget
  let read: Button
  /// Whether it is shown where there is room for it.
  var isWanted = true
  private let sentence: Label

  init(wasRead: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.introduction, domain: Paths.domain)
    widget = try builder.object("place")
    card = try builder.object("card")
    YieldingHeight.take(over: widget)
    sentence = try builder.object("sentence")
    read = try builder.object("read")
    read.onClick(wasRead)
    // The settings open as well: they say more than the sentence.
    try builder.object("settings", as: Button.self).onClick(wasRead)
  }

  func render(_ text: String) { sentence.text = text }
}

extension CalculatorWindow {
  /// Once the first frame stands: the start waits for no more than a number.
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
      // A screen reader that is still naming the window would say this twice; the person's own actions come first.
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
