// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// Asks for a name, which the list at hand has from then on; one that has a name is saved with each change.
  func nameList() {
    guard let window, let state else { return }
    if let list = state.list {
      return run { [weak self] workflow in
        await workflow.flush()
        self?.window?.toast(tr("“{title}” saved", ["title": list.title]))
      }
    }
    guard state.total != nil || state.amount != nil else { return window.toast(tr("There is nothing to save yet.")) }
    ask(tr("Save List"), suggestedTitle(state)) { try await $0.nameList($1) }
  }

  func newList() { ask(tr("New List"), "") { try await $0.newList($1) } }

  /// Carries out an action on a list; nil for the open one.
  func asked(_ wish: ListWish, of id: PersonObject.ID?) {
    guard let state, let list = id.map({ id in state.lists.first { $0.id == id } }) ?? state.list else { return }
    switch wish {
    case .duplicate:
      ask(tr("Duplicate List"), tr("{title} (copy)", ["title": list.title])) {
        try await $0.openList(list.id)
        try await $0.duplicateList($1)
      }
    case .rename:
      ask(tr("Rename List"), list.title, saysSaved: false) { try await $0.archive.rename(list.id, title: $1) }
    case .up: move(list, by: -1, among: state.lists)
    case .down: move(list, by: 1, among: state.lists)
    case .delete: delete(list)
    }
  }

  /// A list takes the place of the one that it was dragged onto.
  func dropList(_ id: PersonObject.ID, onto other: PersonObject.ID) {
    guard let place = state?.lists.firstIndex(where: { $0.id == other }) else { return }
    run { try await $0.archive.move(id, to: place) }
  }

  func openList(_ id: PersonObject.ID?) {
    run { try await $0.openList(id) }
  }

  /// Up or down by one, among all.
  private func move(_ list: ListName, by step: Int, among lists: [ListName]) {
    guard let index = lists.firstIndex(where: { $0.id == list.id }) else { return }
    run { try await $0.archive.move(list.id, to: index + step) }
  }

  /// The notice brings it back.
  private func delete(_ list: ListName) {
    run { [weak self] workflow in
      try await workflow.deleteList(list.id)
      let action = "\(WindowAction.restoreList.name)::\(list.id)"
      self?.window?.toast(tr("“{title}” deleted", ["title": list.title]), button: (tr("Undo"), action))
      self?.window?.offerToRestore(list.id)
    }
  }

  func restoreList(_ id: PersonObject.ID) {
    run { try await $0.restoreList(id) }
  }

  private func ask(
    _ question: String, _ title: String, saysSaved: Bool = true,
    _ work: @escaping @MainActor (CalculatorWorkflow, String) async throws -> Void
  ) {
    guard let window else { return }
    TitleDialog.ask(question, title: title, above: window.window) { [weak self] title in
      self?.run { workflow in
        try await work(workflow, title)
        if saysSaved { self?.window?.toast(tr("“{title}” saved", ["title": title])) }
      }
    }
  }

  private func run(_ work: @escaping @MainActor (CalculatorWorkflow) async throws -> Void) {
    guard let workflow else { return }
    Task { [weak self] in
      do { try await work(workflow) } catch { self?.window?.toast(tr("The list could not be saved: is the disk full?")) }
    }
  }

  /// The total's terms: `1000 TRY − 100 EUR`.
  private func suggestedTitle(_ state: CalculatorState) -> String {
    let row = state.lines.map { "\($0.sign == .minus ? "−" : "+") \($0.text) \($0.currency)" }.joined(separator: " ")
    return row.hasPrefix("+ ") ? String(row.dropFirst(2)) : row
  }
}
