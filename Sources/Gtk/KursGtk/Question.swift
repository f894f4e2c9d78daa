// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

@MainActor
public final class Question {
  public enum Appearance: Sendable {
    case plain
    case suggested
    case destructive
  }

  let dialog: Widget
  private var closing: String?

  public init(_ question: String, _ sentence: String? = nil) {
    dialog = Widget(UnsafeMutableRawPointer(kurs_question_new(question, sentence)!))
  }

  /// Adds an answer. The Escape key gives the answer that was added first.
  public func add(_ answer: String, _ label: String, _ appearance: Appearance = .plain) {
    if closing == nil { closing = answer }
    kurs_question_add(dialog.widget, answer, label, appearance.native)
  }

  public func setContent(_ widget: Widget) { kurs_question_set_content(dialog.widget, widget.widget) }

  public func setDefault(_ answer: String) { kurs_question_set_default(dialog.widget, answer) }

  public func setEnabled(_ answer: String, _ isEnabled: Bool) {
    kurs_question_set_enabled(dialog.widget, answer, isEnabled ? 1 : 0)
  }

  /// Shows the question and calls `body` with each answer. `stays`: whether the dialog stays open after an answer.
  public func ask(
    above parent: Window, stays: Bool = false, _ body: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    // Before libadwaita 1.5, the dialog is a window whose buttons have wrong accessible names.
    if isObject(dialog.raw, a: gtk_window_get_type()) { Accessibility.nameButtons(in: dialog.widget) }
    kurs_question_ask(
      dialog.widget, parent.cast(), closing,
      { answer, data in
        guard let answer, let data else { return }
        let box = Unmanaged<Box<@MainActor @Sendable (String) -> Void>>.fromOpaque(data).takeUnretainedValue()
        let response = String(cString: answer)
        MainActor.assumeIsolated { box.body(response) }
      }, box, releaseBox, stays ? 1 : 0)
  }

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

@MainActor
public final class TextQuestion {
  let question: Question
  private let entry: Entry

  public init(_ question: String, entry name: String, text: String) {
    self.question = Question(question)
    let field = gtk_entry_new()!
    entry = Entry(UnsafeMutableRawPointer(field))
    entry.text = text
    entry.setAccessibleLabel(name)
    gtk_entry_set_placeholder_text(UnsafeMutableRawPointer(field).assumingMemoryBound(to: GtkEntry.self), name)
    gtk_entry_set_activates_default(UnsafeMutableRawPointer(field).assumingMemoryBound(to: GtkEntry.self), 1)
    self.question.setContent(entry)
  }

  public func ask(
    above parent: Window, cancel: String, accept: String, _ body: @escaping @MainActor @Sendable (String) -> Void
  ) {
    question.add("cancel", cancel)
    question.add("accept", accept, .suggested)
    question.setDefault("accept")
    // The closure keeps the field alive until GTK releases the dialog.
    question.ask(above: parent) { [entry] answer in
      if answer == "accept" { body(entry.text) }
    }
    entry.grabFocus()
    entry.selectAll()
  }
}
