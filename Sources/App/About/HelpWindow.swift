// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWords

@MainActor
final class HelpWindow {
  @Child("window") var window: Window

  init(closed: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    try Builder(ui: "help").bind(self)
    window.rewriteLabels { inOwnDigits(sentence: $0) }
    window.onEscape { [weak self] in self?.window.close() }
    window.onCloseRequest { closed() }
  }
}
