// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class ExplanationPopover {
  @Child("popover") private var popover: Popover
  @Child("copy") private var button: Button

  init(_ lines: [String], copy: @escaping @MainActor @Sendable (String) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "reckoning")
    try builder.bind(self)
    let text = lines.joined(separator: "\n")
    try builder.object("text", as: Label.self).text = text
    button.onClick { [weak self] in
      copy(text)
      self?.popover.popDown()
    }
  }

  func popUp(at place: Widget) {
    popover.popUp(at: place, keeping: self)
    button.grabFocus()
  }
}
