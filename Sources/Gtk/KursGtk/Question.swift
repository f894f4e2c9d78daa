// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// A question with several answers.
@MainActor
public final class Question {
  /// How the button of an answer looks.
  public enum Appearance: Sendable {
    case plain
    case suggested
    case destructive
  }

  let dialog: Widget
  private var closing: String?

  /// A question, with a sentence under it if it needs one.
  public init(_ question: String, _ sentence: String? = nil) {
    dialog = Widget(UnsafeMutableRawPointer(kurs_question_new(question, sentence)!))
  }

  /// Adds an answer; the first one added is what Escape gives.
  public func add(_ answer: String, _ label: String, _ appearance: Appearance = .plain) {
    if closing == nil { closing = answer }
    kurs_question_add(dialog.widget, answer, label, appearance.native)
  }

  /// Puts a widget under the sentence.
  public func setContent(_ widget: Widget) { kurs_question_set_content(dialog.widget, widget.widget) }

  /// The answer that Enter gives.
  public func setDefault(_ answer: String) { kurs_question_set_default(dialog.widget, answer) }

  /// Whether an answer can be given.
  public func setEnabled(_ answer: String, _ isEnabled: Bool) {
    kurs_question_set_enabled(dialog.widget, answer, isEnabled ? 1 : 0)
  }

  /// Shows it above a window; `body` is told the answer. With `stays` it is open until `close` or Escape's answer, and
  /// `body` is told each.
  public func ask(
    above parent: Window, stays: Bool = false, _ body: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    kurs_question_ask(
      dialog.widget, parent.cast(), closing,
      { answer, data in
        guard let answer, let data else { return }
        let box = Unmanaged<Box<@MainActor @Sendable (String) -> Void>>.fromOpaque(data).takeUnretainedValue()
        let said = String(cString: answer)
        MainActor.assumeIsolated { box.body(said) }
      }, box, releaseBox, stays ? 1 : 0)
  }

  /// Closes it without an answer, unless it is closed.
  public func close() { kurs_question_close(dialog.widget) }
}

extension Question.Appearance {
  fileprivate var native: AdwResponseAppearance {
    switch self {
    case .plain: ADW_RESPONSE_DEFAULT
    case .suggested: ADW_RESPONSE_SUGGESTED
    case .destructive: ADW_RESPONSE_DESTRUCTIVE
    }
  }
}
