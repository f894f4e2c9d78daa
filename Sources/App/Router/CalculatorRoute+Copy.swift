// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// Brings back what a copy from before the damage has of what was lost, and says how much that was.
  func takeUpCopy() {
    // The newest copy is not used: today's may have been made from the damaged file.
    guard let day = state?.rates.setAside?.copy, let objects = workflow?.objects else { return }
    Task { [weak self] in
      guard let copy = objects.copies().first(where: { $0.day == day }) else {
        self?.window?.toast(tr("The copy could not be read"))
        return
      }
      do {
        let counts = try await objects.takeUp(copy)
        self?.send(.noticeDismissed)
        let count = counts.added + counts.changed
        // Short enough for a narrow window; the notice said of which day the copy is.
        self?.window?.toast(trn("{n} thing came back", "{n} things came back", count))
      } catch {
        self?.window?.toast(tr("The copy could not be read"))
      }
    }
  }
}
