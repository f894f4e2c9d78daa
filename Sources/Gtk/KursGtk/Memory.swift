// SPDX-License-Identifier: GPL-3.0-or-later
import CKursGtk

/// How the process keeps its memory small.
public enum Memory {
  /// One heap for all threads; call before the first of them starts.
  public static func shareOneArena() { kurs_memory_share_one_arena() }

  /// Gives back what only the start needed: free heap, and the program's code that ran once.
  ///
  /// Swift's runtime looks through the whole program for conformances while it starts; those pages are clean and
  /// in the page cache, and what of them is needed again maps itself again.
  public static func settle() { kurs_memory_settle() }
}
