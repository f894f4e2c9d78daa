// SPDX-License-Identifier: GPL-3.0-or-later
import CKursGtk

/// How the process keeps its memory small.
public enum Memory {
  /// Bytes of the heap that are in use: what grows with each opening of a window, the window leaves behind.
  public static var inUse: Int { Int(kurs_memory_in_use()) }

  /// Gives back what only the start needed: free heap, and the program's code that ran once.
  ///
  /// Swift's runtime looks through the whole program for conformances while it starts; those pages are clean and
  /// in the page cache, and what of them is needed again maps itself again.
  public static func settle() { kurs_memory_settle() }
}
