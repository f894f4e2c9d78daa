// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorWindow {
  /// An amount that another program put on the clipboard is offered when the person comes here, once, and not taken.
  func offerClipboard(_ isOffered: @escaping @MainActor @Sendable (String) -> Bool) {
    guard !window.isClipboardOwn else { return }
    window.readClipboard { [weak self] text in
      guard let self, text != late.offered, isOffered(text) else { return }
      late.offered = text
      toasts.show(
        tr("On the clipboard: {text}", ["text": text.inOneLine]), button: (tr("Paste"), WindowAction.pasteOffer.name))
    }
  }

  func takeOffer() {
    guard let text = late.offered else { return }
    send(.event(.pasted(text)))
    takeFocusBack()
  }

  /// A text dropped from elsewhere is treated like a pasted one.
  func takeDrops() {
    window.onTextDrop { [weak self] text in self?.send(.event(.pasted(text))) }
    window.onFileDrop { [weak self] path in self?.send(.fileDropped(path)) }
  }
}
