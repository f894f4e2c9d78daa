// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The parts of the window that are made when they are first shown: most sums have one line.
@MainActor
struct DeferredWidgets {
  // All results share the room in one way, so that what stands between name and number stands in a column.
  lazy var names = SizeGroup()
  lazy var numbers = SizeGroup()
  var total: TotalCard?
  var chips: TermChips?
  var paste: PasteCard?
  var readings: ReadingButtons?
  var introduction: IntroductionCard?
  var undo: Widget?
  var sideList: SideList?
  /// Gives the keypad's room to the list and back.
  var keypadToggle: Widget?
  /// Leads from the compact window to the whole one.
  var wayBack: Button?
  /// The text on the clipboard when it was offered last.
  var offered: String?
  /// The place at which the last menu was opened; what its entry opens appears there.
  var menuPlace: Widget?
  /// Redraws what is drawn when the desktop goes dark or light.
  var watch: AppearanceWatch?
}
