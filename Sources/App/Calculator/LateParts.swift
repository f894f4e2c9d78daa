// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The parts of the window that are made when they are first shown: most sums have one line.
@MainActor
struct LateParts {
  /// Makes the names of all results as wide as the widest, so that what follows them stands in a column.
  lazy var names = SizeGroup()
  var lines: LineList?
  var total: TotalCard?
  var paste: PasteCard?
  var readings: ReadingButtons?
  var undo: Widget?
  /// Where the menu was opened whose entry opens something else.
  var menuPlace: Widget?
  /// Redraws what is drawn when the desktop goes dark or light.
  var watch: AppearanceWatch?
}
