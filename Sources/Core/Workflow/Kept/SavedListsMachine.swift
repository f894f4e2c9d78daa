// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

/// Decides what each event does to the window of kept calculations; carries nothing out.
struct SavedListsMachine: StateMachine {
  enum Action: Equatable, Sendable {
    /// Change what is kept as the event says, then read it.
    case change(SavedListsEvent)
    case read
    /// Work out then and today of what is in sight.
    case compare
  }

  private(set) var state: SavedListsState
  /// The search that is to be answered; the state has the one that was.
  private(set) var sought = ""

  init(page: SavedListsState.Page) {
    state = SavedListsState(page: page)
  }

  mutating func send(_ event: SavedListsEvent) -> [Action] {
    state.failure = nil
    switch event {
    case .pageChosen(let page):
      state.page = page
      return [.read]
    case .searched(let text):
      sought = text
      return [.read]
    case .historyRemoved, .historyCleared, .saved, .renamed, .savedRemoved, .removalUndone: return [.change(event)]
    }
  }

  /// A search that was overtaken by the next shows nothing: its answer would be another question's.
  mutating func read(_ history: [HistoryEntry], _ saved: [SavedCalculation], for search: String) -> [Action] {
    guard search == sought else { return [] }
    (state.search, state.history, state.saved) = (search, history, saved)
    return state.page == .saved ? [.compare] : []
  }

  mutating func compared(_ id: UserObject.ID, _ comparison: CalculationComparison) -> [Action] {
    state.comparisons[id] = comparison
    return []
  }

  mutating func removed(_ removed: SavedListsState.Removed?) { state.removed = removed }

  mutating func failed(_ failure: StorageError) -> [Action] {
    state.failure = failure
    return []
  }
}

/// The state of the window of kept calculations.
public struct SavedListsState: Equatable, Sendable {
  public enum Page: Hashable, Sendable, CaseIterable {
    case history
    case saved
  }

  /// The last removal, which can still be undone.
  public enum Removed: Hashable, Sendable {
    case history(RemovedHistory)
    case saved(SavedCalculation)
  }

  public var page: Page
  /// The search text of both lists.
  public var search = ""
  /// Newest first, those that the search finds.
  public var history: [HistoryEntry] = []
  /// Newest first, those that the search finds.
  public var saved: [SavedCalculation] = []
  /// The saved ones at their own rates and at the newest, as far as worked out.
  public var comparisons: [UserObject.ID: CalculationComparison] = [:]
  public var removed: Removed?
  /// The last thing asked for could not be done, or nothing could be read.
  public var failure: StorageError?
}

/// An event of the window of kept calculations.
public enum SavedListsEvent: Hashable, Sendable {
  case pageChosen(SavedListsState.Page)
  case searched(String)
  case historyRemoved(HistoryEntry.ID)
  case historyCleared
  /// A calculation of the history gets a title and stays.
  case saved(HistoryEntry.ID, title: String)
  case renamed(UserObject.ID, title: String)
  case savedRemoved(UserObject.ID)
  case removalUndone
}
