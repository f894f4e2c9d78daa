// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// The parts of the window that are created on first use. Most calculations have one line and don't need them.
@MainActor
struct DeferredWidgets {
  // The result rows share these size groups, so that their parts form columns.
  lazy var names = SizeGroup()
  lazy var numbers = SizeGroup()
  lazy var trends = SizeGroup()
  var total: TotalCard?
  var chips: TermChips?
  var paste: PasteCard?
  var readings: ReadingButtons?
  var undo: Widget?
  var sideList: SideList?
  var keypadToggle: Widget?
  var wayBack: Button?
  /// Whether the user requested the running refresh. If true, its failure is announced.
  var awaitsRefresh = false
  var offered: String?
  /// The widget beside which the last menu opened. A menu entry's popover opens beside the same widget.
  var menuPlace: Widget?
  var deleted: (id: UserObject.ID, list: String, amount: String)?
  var watch: AppearanceWatch?
}
