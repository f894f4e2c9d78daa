// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWords

/// Ten short pages, each behind a row. They ship with the program, so they open offline.
@MainActor
final class HelpWindow {
  @Child("window") var window: Window

  init(closed: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    try Builder(resource: Paths.help, domain: Paths.domain).bind(self)
    window.rewriteLabels(Self.inOwnDigits)
    window.onEscape { [weak self] in self?.window.close() }
    window.onCloseRequest { closed() }
  }

  /// The text with the digits of the numbers on the screen, except in names of keys, such as F5.
  private static func inOwnDigits(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains { $0.isASCII && $0.isLetter } ? String(word) : KursWords.inOwnDigits(String(word))
    }.joined(separator: " ")
  }
}
