// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursDrawing
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

  /// Saves the list as a receipt on one page.
  func saveReceipt() {
    withReceipt { window, page, name in
      window.window.chooseFile(title: tr("Save Receipt"), name: "\(name).pdf", accept: tr("Save")) { path in
        guard let bytes = PDFPage.file(page.picture) else {
          return window.toast(tr("cairo is missing, which writes PDF files"))
        }
        Task {
          let failure = await writeFile(bytes, to: path)
          window.toast(failure.map { sentence(for: $0) } ?? tr("Saved as {path}", ["path": path]))
        }
      }
    }
  }

  func printReceipt() {
    withReceipt { window, page, name in
      let failed: @MainActor @Sendable (String) -> Void = { [weak window] in window?.toast(sentence(forPrinting: $0)) }
      window.window.print(name, isUpright: true, failed: failed) { size in
        var page = page
        page.size = size
        return page.picture
      }
    }
  }

  /// `body`: the window, the page, and what a file of it is called.
  private func withReceipt(_ body: @MainActor (CalculatorWindow, ReceiptPage, String) -> Void) {
    guard let workflow, let window, let words, let state else { return }
    guard let list = workflow.calculation else { return window.toast(tr("The list has no total yet")) }
    let receipt = Receipt(
      list, title: state.list?.title, rates: state.rates, printed: state.rates.today, words)
    body(
      window, ReceiptPage(receipt: receipt, isRightToLeft: Appearance.isRightToLeft),
      ListExport(list, catalogue: workflow.catalogue).fileName(today: state.rates.today))
  }

  static func save(_ text: String, to path: String, _ window: CalculatorWindow) async {
    let failure = await writeFile(Array(text.utf8), to: path)
    window.toast(failure.map { sentence(for: $0) } ?? tr("Saved as {path}", ["path": path]))
  }

  private func withList(_ body: @escaping @MainActor (CalculatorWindow, ListExport, Words) -> Void) {
    guard let workflow, let window, let words else { return }
    guard let list = workflow.calculation else { return window.toast(tr("The list has no total yet")) }
    body(window, ListExport(list, catalogue: workflow.catalogue), words)
  }
}

/// Why nothing was printed; `reason` is the system's own sentence, or empty.
func sentence(forPrinting reason: String) -> String {
  reason.isEmpty ? tr("Printing failed.") : tr("Printing failed: {reason}", ["reason": reason])
}
