// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk

// Opens questions and file dialogs.
extension EveryWindow {
  var questions: [Opening] {
    let window = parent.window
    return [
      ("question", { ask { AccountDialogs.signOut(above: window) { _ in } } }),
      ("title", { ask { TitleDialog.ask("Rename", title: "a", above: window) { _ in } } }),
      ("password", { ask { pose(try? AccountDialogs.changePassword(hasOld: true)) } }),
      ("proof", { ask { pose(try? AccountDialogs.proveForIdentity()) } }),
      ("removal", { ask { pose(try? AccountDialogs.removeIdentity("a@b.example", at: "b")) } }),
      ("deletion", { ask { pose(try? AccountDialogs.deleteAccount(hasPassword: true)) } }),
    ]
  }

  var files: [Opening] {
    let window = parent.window
    return [
      ("file to save", { ask { window.chooseFile(title: "Save", name: "a.csv", accept: "Save") { _ in } } }),
      (
        "file to open",
        { ask { window.chooseFile(title: "Open", types: ["text/csv"], named: "CSV", accept: "Open") { _ in } } }
      ),
    ]
  }

  /// GTK's own save dialog, opened without code of Kurs. Before GTK 4.10, the array is empty.
  var plainFiles: [Opening] {
    let window = parent.window
    guard let plain = PlainFileDialog() else { return [] }
    return [("GTK's own file to save", { ask { plain.save(above: window) } })]
  }

  private func pose(_ question: AccountQuestion?) { question?.ask(above: parent.window, left: {}) { _ in } }

  /// Opens a dialog and closes it like the Escape key.
  private func ask(_ open: () -> Void) {
    let (before, others) = (focused, otherWindows.count)
    open()
    // A dialog is open if it is a new window, or if a dialog inside the window has the focus.
    XCTAssertTrue(Self.waits(25) { otherWindows.count > others || focused != before && focused != nil })
    XCTAssertTrue(closeDialog(above: others))
    MainLoop.run(milliseconds: 10)
    XCTAssertTrue(Self.waits(0) { otherWindows.count == others })
  }

  private var focused: UnsafeMutablePointer<GtkWidget>? { gtk_window_get_focus(parent.window.cast()) }

  private var otherWindows: [Widget] {
    let windows = gtk_window_get_toplevels()!
    return (0..<g_list_model_get_n_items(windows)).compactMap { g_list_model_get_item(windows, $0) }
      .map { Widget(taking: $0) }.filter { $0.raw != parent.window.raw }
  }

  /// Closes the dialog. With an older libadwaita, the dialog is a separate window.
  private func closeDialog(above others: Int) -> Bool {
    let windows = otherWindows
    let inside = focused.map { Widget(UnsafeMutableRawPointer($0)) }
    guard let dialog = windows.count > others ? windows.last : inside else { return false }
    return gtk_widget_activate_action_variant(dialog.widget, "window.close", nil) != 0
  }
}

/// Calls `GtkFileDialog` by the names of its functions, because the headers of GTK 4.8 lack them.
@MainActor
private struct PlainFileDialog {
  private typealias Dialog = UnsafeMutableRawPointer
  private let new: @convention(c) () -> Dialog
  private let setName: @convention(c) (Dialog, UnsafePointer<CChar>) -> Void
  private let save: @convention(c) (Dialog, Dialog, Dialog?, GAsyncReadyCallback?, Dialog?) -> Void

  init?() {
    guard let new = dlsym(nil, "gtk_file_dialog_new"), let setName = dlsym(nil, "gtk_file_dialog_set_initial_name"),
      let save = dlsym(nil, "gtk_file_dialog_save")
    else { return nil }
    self.new = unsafeBitCast(new, to: (@convention(c) () -> Dialog).self)
    self.setName = unsafeBitCast(setName, to: (@convention(c) (Dialog, UnsafePointer<CChar>) -> Void).self)
    self.save = unsafeBitCast(
      save, to: (@convention(c) (Dialog, Dialog, Dialog?, GAsyncReadyCallback?, Dialog?) -> Void).self)
  }

  func save(above window: Window) {
    let dialog = new()
    setName(dialog, "a.csv")
    // The test cancels the dialog, so the callback gets no file to release.
    save(dialog, window.raw, nil, { _, _, _ in }, nil)
    g_object_unref(dialog)
  }
}

extension Widget {
  /// Wraps an object of a `GListModel`. The model returned a new reference, which is released here, because the wrapper
  /// has its own.
  fileprivate convenience init(taking raw: UnsafeMutableRawPointer) {
    self.init(raw)
    g_object_unref(raw)
  }
}
