// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// Asks for the title of a calculation.
@MainActor
enum TitleDialog {
  /// The longest title that is kept, in characters.
  static let longest = 200

  /// Calls `done` with what was typed, unless nothing was or the person cancelled.
  static func ask(
    _ question: String, title: String, above parent: Window, done: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let dialog = TextQuestion(question, entry: tr("Title"), text: String(title.prefix(longest)))
    dialog.ask(above: parent, cancel: tr("Cancel"), accept: tr("Save")) { text in
      let title = text.split { $0.isNewline }.joined(separator: " ").prefix(longest)
      guard !title.allSatisfy(\.isWhitespace) else { return }
      done(String(title))
    }
  }
}
