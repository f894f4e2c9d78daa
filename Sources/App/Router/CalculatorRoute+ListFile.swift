// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// Saves the list as a file that is opened as the same list again.
  func saveListFile() {
    guard let workflow, let window else { return }
    Task {
      guard let file = await workflow.listFile() else {
        return window.toast(tr("The list has no amount yet, or one that can't be read."))
      }
      window.window.chooseFile(
        title: tr("Save List as File"), name: "\(Self.fileName(of: file)).txt", accept: tr("Save")
      ) { path in Task { await Self.save(file.text, to: path, window) } }
    }
  }

  func openListFile() {
    window?.window.chooseFile(
      title: tr("Open List"), types: ["text/plain"], named: tr("Lists"), accept: tr("Open")
    ) { [weak self] in self?.open($0) }
  }

  /// A file of amounts, or of a list that was saved, becomes the list, as `--list` makes it.
  func open(_ path: String) {
    opening(path) { workflow throws(ListFileFailure) in try await workflow.openFile(at: path) }
  }

  /// The text of either kind of file, or what was asked for on a command line.
  func take(_ text: String) {
    opening { workflow throws(ListFileFailure) in try await workflow.openFile(text) }
  }

  private func opening(
    _ path: String = "",
    _ open: @escaping @MainActor (CalculatorWorkflow) async throws(ListFileFailure) -> Void
  ) {
    guard let workflow else { return }
    Task { [weak self] in
      do throws(ListFileFailure) { try await open(workflow) } catch {
        switch error {
        case .fault(let fault):
          self?.window?.window.refuse(tr("The List Was Not Opened"), sentence(for: fault, path: path))
        case .storage: self?.window?.toast(tr("The list could not be saved: is the disk full?"))
        }
      }
    }
  }

  /// The list's name without what no file has in its own.
  private static func fileName(of file: ListFile) -> String {
    let name = String(file.title.map { $0 == "/" || $0.isNewline ? "-" : $0 }).drop { $0 == "." || $0 == " " }
    return name.isEmpty ? "kurs" : String(name)
  }
}
