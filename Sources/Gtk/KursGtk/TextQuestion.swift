// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A question that is answered with one line of text.
@MainActor
public final class TextQuestion {
  let question: Question
  private let entry: Entry

  /// `entry`: what a screen reader calls the field; `text`: what stands in it at first, selected.
  public init(_ question: String, entry name: String, text: String) {
    self.question = Question(question)
    let field = gtk_entry_new()!
    entry = Entry(UnsafeMutableRawPointer(field))
    entry.text = text
    entry.setAccessibleLabel(name)
    gtk_entry_set_activates_default(UnsafeMutableRawPointer(field).assumingMemoryBound(to: GtkEntry.self), 1)
    self.question.setContent(entry)
  }

  /// Shows it above a window; `body` is called with the text when it is accepted, by button or by Enter.
  public func ask(
    above parent: Window, cancel: String, accept: String, _ body: @escaping @MainActor @Sendable (String) -> Void
  ) {
    question.add("cancel", cancel)
    question.add("accept", accept, .suggested)
    question.setDefault("accept")
    // The closure holds the field until GTK lets go of the dialog.
    question.ask(above: parent) { [entry] answer in
      if answer == "accept" { body(entry.text) }
    }
    entry.grabFocus()
    entry.selectAll()
  }
}
