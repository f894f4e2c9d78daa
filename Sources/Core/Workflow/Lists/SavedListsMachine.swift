// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

struct SavedListsMachine: StateMachine {
  enum Action: Equatable, Sendable {
    case change(SavedListsEvent)
    case read
    case compare
  }

  private(set) var state: SavedListsState
  /// The text of the latest search. `state.search` is the text of the last search that has ended.
  private(set) var latestSearch = ""
  /// The calculations with an up-to-date comparison. An outdated comparison is shown until it is calculated again.
  private var comparedRecords: [UserObject.ID: CalculationRecord] = [:]

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
      latestSearch = text
      return [.read]
    case .historyRemoved, .historyCleared, .saved, .renamed, .savedRemoved, .removalUndone: return [.change(event)]
    }
  }

  mutating func read(_ history: [HistoryEntry], _ saved: [SavedCalculation], for search: String) -> [Action] {
    guard search == latestSearch else { return [] }
    (state.search, state.history, state.saved) = (search, history, saved)
    return state.page == .saved ? [.compare] : []
  }

  /// The number of changes of today's rates. If it grows during a comparison, the comparison used older rates.
  private(set) var ratesNumber = 0

  var uncompared: [SavedCalculation] { state.saved.filter { comparedRecords[$0.id] != $0.record } }

  mutating func compared(_ calculation: SavedCalculation, _ comparison: CalculationComparison) -> [Action] {
    comparedRecords[calculation.id] = calculation.record
    state.comparisons[calculation.id] = comparison
    return []
  }

  mutating func ratesChanged() -> [Action] {
    comparedRecords = [:]
    ratesNumber += 1
    return state.page == .saved ? [.compare] : []
  }

  mutating func removed(_ removed: SavedListsState.Removed?) { state.removed = removed }

  mutating func failed(_ failure: StorageError) -> [Action] {
    state.failure = failure
    return []
  }
}

public struct SavedListsState: Equatable, Sendable {
  public enum Page: Hashable, Sendable, CaseIterable {
    case history
    case saved
  }

  public enum Removed: Hashable, Sendable {
    case history(RemovedHistory)
    case saved(SavedCalculation)
  }

  public var page: Page
  public var search = ""
  /// The history entries that match the search, newest first.
  public var history: [HistoryEntry] = []
  public var saved: [SavedCalculation] = []
  public var comparisons: [UserObject.ID: CalculationComparison] = [:]
  public var removed: Removed?
  public var failure: StorageError?
}

public enum SavedListsEvent: Hashable, Sendable {
  case pageChosen(SavedListsState.Page)
  case searched(String)
  case historyRemoved(HistoryEntry.ID)
  case historyCleared
  case saved(HistoryEntry.ID, title: String)
  case renamed(UserObject.ID, title: String)
  case savedRemoved(UserObject.ID)
  case removalUndone
}
