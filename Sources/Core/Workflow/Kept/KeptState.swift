// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The state of the window of kept calculations.
public struct KeptState: Equatable, Sendable {
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
  public var comparisons: [PersonObject.ID: CalculationComparison] = [:]
  public var removed: Removed?
  /// The last thing asked for could not be done, or nothing could be read.
  public var failure: StorageError?
}

/// An event of the window of kept calculations.
public enum KeptEvent: Hashable, Sendable {
  case pageChosen(KeptState.Page)
  case searched(String)
  case historyRemoved(HistoryEntry.ID)
  case historyCleared
  /// A calculation of the history gets a title and stays.
  case saved(HistoryEntry.ID, title: String)
  case renamed(PersonObject.ID, title: String)
  case savedRemoved(PersonObject.ID)
  case removalUndone
}
