// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel

@MainActor
final class FeeWindow {
  @Child("window") var window: Window
  @Child("percent") var percent: Entry
  @Child("pay") private var pay: CheckButton
  @Child("problem") private var problem: Label
  private let words: Words

  init(_ fee: Fee?, _ words: Words, chosen: @escaping @MainActor @Sendable (Fee?) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "fee")
    self.words = words
    try builder.bind(self)
    if let fee {
      percent.text = words.exactText(fee.share * Rational(100))
      pay.isActive = fee.direction == .iPay
    }
    percent.keepOwnDigits()
    try builder.onAnswer(in: window, read: { [weak self] in self?.read() }, chosen: chosen)
  }

  func present(above parent: Window) { window.present(above: parent, focusing: percent) }

  /// Reads the form. If the text is invalid, shows a message and returns nil.
  func read() -> Fee? {
    let direction: Fee.Direction = pay.isActive ? .iPay : .iReceive
    let number = percent.text.trimmed { $0 == "%" || $0 == "٪" || $0.isWhitespace }
    let fee = words.numbers.read(number).flatMap { Fee(percent: $0, direction: direction) }
    problem.text = fee == nil ? tr("Enter a percentage from 0 to 99.99.") : ""
    problem.style("error", fee == nil)
    percent.style("error", fee == nil)
    return fee
  }
}

extension Builder {
  /// Connects the buttons. "apply" passes the value of `read` to `chosen`, or does nothing for nil. "none" passes nil.
  @MainActor
  func onAnswer<Answer: Sendable>(
    in window: Window, read: @escaping @MainActor @Sendable () -> Answer?,
    chosen: @escaping @MainActor @Sendable (Answer?) -> Void
  ) throws(BuilderError) {
    try object("apply", as: Button.self).onClick { [weak window] in
      guard let answer = read() else { return }
      chosen(answer)
      window?.close()
    }
    try object("none", as: Button.self).onClick { [weak window] in
      chosen(nil)
      window?.close()
    }
    window.onEscape { [weak window] in window?.close() }
  }
}
