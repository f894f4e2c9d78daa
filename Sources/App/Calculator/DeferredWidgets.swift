// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// The parts of the window that are created on first use. Most calculations have one line and don't need them.
@MainActor
struct DeferredWidgets {
  // All result rows share these groups, so that their middle parts form a column.
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
  /// Whether the user has requested a refresh. If so, a failure is announced.
  var awaitsRefresh = false
  var offered: String?
  /// The widget at which the last menu opened. A popover of a menu entry opens at the same place.
  var menuPlace: Widget?
  var deleted: (id: UserObject.ID, list: String, amount: String)?
  var watch: AppearanceWatch?
}
