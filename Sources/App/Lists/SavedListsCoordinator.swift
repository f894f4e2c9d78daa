// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SavedListsCoordinator {
  private let workflow: SavedListsWorkflow
  private let words: Words
  private let open: @MainActor @Sendable (SavedListsViewState.Row) -> Void
  private let closed: @MainActor @Sendable () -> Void
  private var window: SavedListsWindow?
  private var comparison: CompareWindow?

  init?(
    _ workflow: SavedListsWorkflow, _ words: Words, above parent: Window,
    open: @escaping @MainActor @Sendable (SavedListsViewState.Row) -> Void,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    self.workflow = workflow
    self.words = words
    self.open = open
    self.closed = closed
    window = attempt { try SavedListsWindow { [weak self] intent in self?.handle(intent) } }
    guard window != nil else { return nil }
    render(workflow.state)
    workflow.onChange = { [weak self] in self?.render($0) }
    window?.present(above: parent)
  }

  func present() { window?.window.present() }

  private func render(_ state: SavedListsState) { window?.render(SavedListsViewState(state, words)) }

  private func handle(_ intent: SavedListsIntent) {
    switch intent {
    case .opened(let row):
      open(row)
      window?.window.close()
    case .compared(let row): compare(row)
    case .closed:
      window = nil
      closed()
    default: SavedListsEvent(intent).map { workflow.send($0) }
    }
  }

  private func compare(_ row: SavedListsViewState.Row) {
    guard let window, let state = CompareViewState(row, words) else { return }
    comparison = try? CompareWindow(state)
    comparison?.window.onCloseRequest { [weak self] in self?.comparison = nil }
    comparison?.present(above: window.window)
  }
}

extension SavedListsEvent {
  /// Creates the event for an intent, or nil if the intent concerns only the window.
  init?(_ intent: SavedListsIntent) {
    switch intent {
    case .historyShown: self = .pageChosen(.history)
    case .savedShown: self = .pageChosen(.saved)
    case .searched(let text): self = .searched(text)
    case .cleared: self = .historyCleared
    case .removalUndone: self = .removalUndone
    case .saved(let row, let title):
      guard case .history(let id) = row.subject else { return nil }
      self = .saved(id, title: title)
    case .renamed(let row, let title):
      guard case .saved(let id) = row.subject else { return nil }
      self = .renamed(id, title: title)
    case .removed(let row):
      switch row.subject {
      case .history(let id): self = .historyRemoved(id)
      case .saved(let id): self = .savedRemoved(id)
      }
    case .opened, .compared, .closed: return nil
    }
  }
}

/// The actions of the window of saved lists. The target of each action except `undo` is a row number.
enum SavedListsAction: String, Action {
  case open
  case compare
  case save
  case rename
  case remove
  case undo

  static let scope = "win"
  var takesTarget: Bool { self != .undo }
}

enum SavedListsIntent: Equatable, Sendable {
  case historyShown
  case savedShown
  case searched(String)
  case opened(SavedListsViewState.Row)
  case compared(SavedListsViewState.Row)
  case saved(SavedListsViewState.Row, title: String)
  case renamed(SavedListsViewState.Row, title: String)
  case removed(SavedListsViewState.Row)
  case cleared
  case removalUndone
  case closed
}

@MainActor
enum TitleDialog {
  static let longest = 200

  static func ask(
    _ question: String, title: String, accept: String = tr("Save"), above parent: Window,
    done: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let dialog = TextQuestion(question, entry: tr("Title"), text: String(title.prefix(longest)))
    dialog.ask(above: parent, cancel: tr("Cancel"), accept: accept) { text in
      let title = text.split { $0.isNewline }.joined(separator: " ").prefix(longest)
      guard !title.allSatisfy(\.isWhitespace) else { return }
      done(String(title))
    }
  }
}
