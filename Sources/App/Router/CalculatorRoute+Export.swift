// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// Puts the list on the clipboard as text.
  func copyList() {
    withList { window, list, words in
      window.copy(list.text(words.numbers.format))
      window.toast(tr("List copied"))
    }
  }

  /// Saves the list as a table.
  func export() {
    withList { [weak self] window, list, _ in
      guard let today = self?.state?.rates.today else { return }
      window.window.chooseFile(
        title: tr("Save List"), name: "\(list.fileName(today: today)).csv", accept: tr("Save")
      ) { path in Task { await Self.save(list.csv, to: path, window) } }
    }
  }

  private static func save(_ text: String, to path: String, _ window: CalculatorWindow) async {
    let failure = await writeFile(Array(text.utf8), to: path)
    window.toast(failure.map { sentence(for: $0) } ?? tr("Saved as {path}", ["path": path]))
  }

  private func withList(_ body: @escaping @MainActor (CalculatorWindow, ListExport, Words) -> Void) {
    guard let workflow, let window, let words else { return }
    guard let list = workflow.calculation else { return window.toast(tr("The list has no total yet")) }
    body(window, ListExport(list, catalogue: workflow.catalogue), words)
  }
}
