// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

extension Builder {
  /// Connects the buttons of a small form: "apply" gives what is read, "none" gives nil, and both close the window, as
  /// Escape does without an answer. What `read` refuses stays open.
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
