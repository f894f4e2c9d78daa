// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// History or saved ones; what is opened there takes the place of the list, and undo brings that back.
  func openKept(_ page: KeptState.Page) {
    guard let window, let words, let workflow else { return }
    if let kept { return kept.present() }
    Task { [weak self] in
      let archived = await KeptWorkflow.open(workflow.archive, page: page)
      guard let self, kept == nil else { return }
      kept = KeptRoute(
        archived, words, above: window.window,
        open: { row in Task { await Self.open(row, workflow) } },
        closed: { [weak self] in self?.kept = nil })
    }
  }

  private static func open(_ row: KeptViewState.Row, _ workflow: CalculatorWorkflow) async {
    switch row.subject {
    case .history: await workflow.open(row.record)
    case .saved(let id): _ = try? await workflow.openList(id)
    }
  }
}

extension CalculatorWorkflow {
  nonisolated var favourites: Favourites { Favourites(of: objects) }
  nonisolated var recent: RecentCurrencies { RecentCurrencies(of: objects) }

  /// A currency became a favourite, or is none any more.
  func star(_ currency: Currency, _ isFavourite: Bool) {
    Task { try? await isFavourite ? favourites.add(currency) : favourites.remove(currency) }
  }

  func note(_ currency: Currency) {
    Task { try? await recent.chosen(currency) }
  }
}
