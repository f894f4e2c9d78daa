// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursGtk
import KursModel
import KursWorkflow

// Providers that files describe.
extension SettingsRoute {
  /// Its page opens, where it can be tested and switched on.
  func addProvider(from path: String) {
    Task { [weak self, workflow] in
      do {
        let id = try await workflow.addProvider(from: path)
        self?.open(id)
      } catch {
        self?.window?.window?.refuse(tr("The Provider Was Not Added"), Self.said(error))
      }
    }
  }

  func saveFile(of id: ProviderID) {
    window?.window?.chooseFile(title: tr("Save a Copy"), name: "\(id).json", accept: tr("Save")) {
      [weak self, workflow] path in
      Task {
        guard let bytes = await workflow.file(of: id) else { return }
        if let failure = await writeFile(bytes, to: path) { self?.window?.say(sentence(for: failure)) }
      }
    }
  }

  func removeProvider(_ id: ProviderID) {
    window?.leavePage()
    Task { [weak self, workflow] in
      do { try await workflow.removeProvider(id) } catch { self?.window?.say(Self.said(error)) }
    }
  }

  private static func said(_ error: any Error) -> String {
    switch error {
    case let fault as ProviderFileFault: sentence(for: fault)
    case let failure as FileFailure: sentence(for: failure)
    case RatesFailure.fileNotReadable(let path): tr("The file {path} cannot be read.", ["path": path])
    default: tr("The stored rates cannot be read.")
    }
  }
}
