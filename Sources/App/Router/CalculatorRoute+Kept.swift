// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// Asks for a title and keeps the list with the rates it used.
  func saveCalculation() {
    guard let window, let workflow, let state else { return }
    guard state.total != nil || state.amount != nil else { return window.toast(tr("There is nothing to save yet.")) }
    TitleDialog.ask(tr("Save Calculation"), title: suggestedTitle(state), above: window.window) { [weak self] title in
      Task {
        let sentence: String
        do {
          let isSaved = try await workflow.save(title: title)
          sentence = isSaved ? tr("“{title}” saved", ["title": title]) : tr("There is nothing to save yet.")
        } catch {
          sentence = tr("The calculation could not be saved: is the disk full?")
        }
        self?.window?.toast(sentence)
      }
    }
  }

  /// History or saved ones; what is opened there takes the place of the list, and undo brings that back.
  func openKept(_ page: KeptState.Page) {
    guard let window, let words, let workflow else { return }
    if let kept { return kept.present() }
    Task { [weak self] in
      let archived = await KeptWorkflow.open(workflow.archive, page: page)
      guard let self, kept == nil else { return }
      kept = KeptRoute(
        archived, words, above: window.window,
        open: { record in Task { await workflow.open(record) } },
        closed: { [weak self] in self?.kept = nil })
    }
  }

  /// What the total is made of: `1000 TRY − 100 EUR`.
  private func suggestedTitle(_ state: CalculatorState) -> String {
    let row = state.lines.map { "\($0.sign == .minus ? "−" : "+") \($0.text) \($0.currency)" }.joined(separator: " ")
    return row.hasPrefix("+ ") ? String(row.dropFirst(2)) : row
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
