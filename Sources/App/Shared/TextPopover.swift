// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class TextPopover {
  @Child("popover") private var popover: Popover
  @Child("entry") private var entry: Entry

  init(
    title: String, text: String, isNumber: Bool = false, typed: @escaping @MainActor @Sendable (String) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(ui: "text-popover")
    try builder.bind(self)
    try builder.object("title", as: Label.self).text = title
    entry.setAccessibleLabel(title)
    if isNumber { entry.keepOwnDigits() }
    entry.text = text
    entry.onChange { [weak self] in if let self { typed(entry.text) } }
    entry.onActivate { [weak self] in self?.popover.popDown() }
    try builder.object("done", as: Button.self).onClick { [weak self] in self?.popover.popDown() }
  }

  func popUp(at place: Widget) {
    popover.popUp(at: place, keeping: self)
    entry.grabFocus()
    entry.selectAll()
  }
}
