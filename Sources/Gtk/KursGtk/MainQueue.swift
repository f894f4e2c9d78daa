// SPDX-License-Identifier: GPL-3.0-or-later
import CKursGtk

/// The bridge by which main-actor work runs on GLib's main loop.
@MainActor
public enum MainQueue {
  /// Lets the GLib main loop drain Swift's main queue; call once, before the loop runs.
  public static func attach() {
    kurs_main_queue_attach()
  }

  /// How often the loop was woken for the main queue, for the test that an idle program does not spin.
  public static var dispatches: UInt64 { UInt64(kurs_main_queue_dispatches()) }
}
