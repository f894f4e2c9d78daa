// SPDX-License-Identifier: GPL-3.0-or-later
import CKursGtk

/// How the process keeps its memory small.
public enum Memory {
  /// Bytes of the heap that are in use: what grows with each opening of a window, the window leaves behind.
  public static var inUse: Int { Int(kurs_memory_in_use()) }

  /// Gives back to the system what of the heap is free.
  public static func settle() { kurs_memory_settle() }
}
