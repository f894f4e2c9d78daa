// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

// The size is a matter of placing, not of style: a label that is drawn smaller keeps its height, so that no row
// moves when a number grows, and no resize takes a second frame.

/// A number in a `GtkBox` of its own around a `GtkLabel`: written smaller, and at last in powers of ten, where there
/// is little room.
@MainActor
public final class NumberLabel: Widget {
  override class var type: GType { gtk_box_get_type() }

  /// Shorter ones fit anywhere.
  private static let mostCharacters = 12

  let whole: Label
  private(set) var brief: Label?
  private var hint = ""
  /// The whole number, however it is written.
  public private(set) var text = ""

  required init(_ raw: UnsafeMutableRawPointer) {
    let first = gtk_widget_get_first_child(raw.assumingMemoryBound(to: GtkWidget.self))
    whole = first.map { Label(UnsafeMutableRawPointer($0)) } ?? Label(text: "")
    super.init(raw)
    NumberPlacing.take(over: widget)
  }

  /// Shows a number; `brief` is the same in powers of ten.
  public func show(_ text: String, brief other: String = "") {
    self.text = text
    whole.text = Self.withMinusInFront(text)
    if !other.isEmpty, brief == nil { brief = made() }
    brief?.text = Self.withMinusInFront(other)
    brief?.isVisible = !other.isEmpty
    brief?.setAccessibleLabel(text)
    renderTooltip()
  }

  /// In a window from right to left a minus would stand behind Latin digits: "100.00-".
  private static func withMinusInFront(_ text: String) -> String {
    let isMinus = text.hasPrefix("-") || text.hasPrefix("−")
    return isMinus && Appearance.isRightToLeft && text.contains { $0.isASCII && $0.isNumber } ? "\u{200E}\(text)" : text
  }

  /// The tooltip's text beside the number, if any.
  public func setHint(_ hint: String) {
    self.hint = hint
    renderTooltip()
  }

  /// Keeps room behind the number, as for a label.
  public func leaveSpace(like missing: String) { whole.setTrailingSpace(like: missing) }

  private func renderTooltip() {
    let number = text.count > Self.mostCharacters ? text : ""
    setTooltip([number, hint].filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  private func made() -> Label {
    let label = Label(text: "")
    label.alignEnd()
    label.speakForLabels()
    gtk_box_append(cast(), label.widget)
    return label
  }
}
