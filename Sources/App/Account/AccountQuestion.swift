// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// A dialog about the account. If the server refuses the typed text, the dialog stays open and shows the error.
@MainActor
final class AccountQuestion {
  struct Fields {
    var wantsOld = false
    var wantsNew = false
    var mayKeepCopy = false
  }

  struct Answer: Sendable {
    var old: Secret?
    var new: Secret
    var keepsCopy: Bool
  }

  private let question: Question
  private let fields: Fields
  @Child("password") private var old: Entry
  @Child("new_password") private var new: Entry
  @Child("keep_copy") private var copy: Switch
  @Child("problem") private var problem: ActionRow
  private var shown = AccountViewState.Question()

  init(_ question: Question, accept: String, _ appearance: Question.Appearance, _ fields: Fields)
    throws(BuilderError)
  {
    let builder = try Builder(ui: "account-password")
    self.question = question
    self.fields = fields
    try builder.bind(self)
    old.isVisible = fields.wantsOld
    new.isVisible = fields.wantsNew
    try builder.object("rule", as: Widget.self).isVisible = fields.wantsNew
    try builder.object("keep_copy_row", as: Widget.self).isVisible = fields.mayKeepCopy
    question.setContent(try builder.object("fields", as: Widget.self))
    question.add("cancel", tr("Cancel"))
    question.add("accept", accept, appearance)
    question.setDefault("accept")
    for entry in [old, new] {
      // `self` is weak, because `self` owns the fields. A strong reference from a field's closure would be a cycle.
      entry.onChange { [weak self] in self?.renderAccept() }
    }
    renderAccept()
  }

  func ask(
    above parent: Window, left: @escaping @MainActor @Sendable () -> Void,
    _ answered: @escaping @MainActor @Sendable (Answer) -> Void
  ) {
    question.ask(above: parent, stays: true) { [self] answer in
      guard answer == "accept" else { return left() }
      answered(Answer(old: fields.wantsOld ? Secret(old.text) : nil, new: Secret(new.text), keepsCopy: copy.isActive))
    }
    focus()
  }

  func close() { question.close() }

  func render(_ state: AccountViewState.Question) {
    let before = shown
    shown = state
    renderAccept()
    problem.isVisible = state.isAsking || state.problem != nil
    problem.style("error", state.problem != nil)
    problem.title = state.problem ?? tr("Connecting to the server…")
    for (field, entry) in [(AccountViewState.Question.Field.old, old), (.new, new)] {
      let problemText = state.field == field ? state.problem : nil
      entry.style("error", problemText != nil)
      entry.setAccessibleDescription(problemText ?? "")
    }
    guard let sentence = state.problem, before.isAsking, !state.isAsking else { return }
    focus()
    if state.field == nil { problem.announce(sentence) }
  }

  private func renderAccept() {
    let isComplete = (!fields.wantsOld || !old.text.isEmpty) && (!fields.wantsNew || !new.text.isEmpty)
    question.setEnabled("accept", isComplete && !shown.isAsking)
  }

  private func focus() {
    if fields.wantsNew, shown.field == .new || !fields.wantsOld {
      new.grabFocus()
    } else if fields.wantsOld {
      old.grabFocus()
    } else if shown.problem != nil {
      problem.grabFocus()
    }
  }
}
