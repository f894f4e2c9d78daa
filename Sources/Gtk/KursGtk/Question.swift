// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

// AdwMessageDialog is deprecated from libadwaita 1.6 on, where AdwAlertDialog takes its place; this is its only use.

/// An `AdwMessageDialog` with several answers.
@MainActor
public final class Question {
  /// How the button of an answer looks.
  public enum Appearance: Sendable {
    case plain
    case suggested
    case destructive
  }

  private let dialog: Widget

  /// A question, with a sentence under it if it needs one.
  public init(_ question: String, _ sentence: String? = nil) {
    dialog = Widget(UnsafeMutableRawPointer(adw_message_dialog_new(nil, question, sentence)!))
  }

  /// Adds an answer; the first one added is what Escape gives.
  public func add(_ answer: String, _ label: String, _ appearance: Appearance = .plain) {
    if closing == nil { closing = answer }
    adw_message_dialog_add_response(dialog.cast(), answer, label)
    switch appearance {
    case .plain: break
    case .suggested: adw_message_dialog_set_response_appearance(dialog.cast(), answer, ADW_RESPONSE_SUGGESTED)
    case .destructive: adw_message_dialog_set_response_appearance(dialog.cast(), answer, ADW_RESPONSE_DESTRUCTIVE)
    }
  }

  /// Puts a widget under the sentence.
  public func setContent(_ widget: Widget) { adw_message_dialog_set_extra_child(dialog.cast(), widget.widget) }

  /// What Enter gives.
  public func setDefault(_ answer: String) { adw_message_dialog_set_default_response(dialog.cast(), answer) }

  /// Whether an answer can be given.
  public func setEnabled(_ answer: String, _ isEnabled: Bool) {
    adw_message_dialog_set_response_enabled(dialog.cast(), answer, isEnabled ? 1 : 0)
  }

  /// Shows it above a window; `body` is told the answer.
  public func ask(above parent: Window, _ body: @escaping @MainActor @Sendable (String) -> Void) {
    gtk_window_set_transient_for(dialog.cast(), parent.cast())
    gtk_window_set_modal(dialog.cast(), 1)
    if let closing { adw_message_dialog_set_close_response(dialog.cast(), closing) }
    dialog.connectArgument("response") { answer in
      guard let answer else { return }
      body(String(cString: answer.assumingMemoryBound(to: CChar.self)))
    }
    gtk_window_present(dialog.cast())
  }

  private var closing: String?
}
