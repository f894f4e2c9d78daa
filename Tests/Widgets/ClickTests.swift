// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import XCTest

@testable import KursGtk

/// Tests a click of the mouse while GTK changes the layout.
final class ClickTests: WidgetTestCase {
  @MainActor private static var isToRelease = false

  /// After a layout, GTK queries which buttons are pressed. The response may already lack a button whose release event
  /// hasn't arrived yet.
  // fault: B01
  func testAClickIsRecognisedEvenIfGTKMovesTheMousePointerDuringThePress() {
    onMain {
      HeldClicks.start()
      let window = Window(UnsafeMutableRawPointer(gtk_window_new()!))
      let button = Button(label: "7")
      gtk_window_set_child(window.cast(), button.widget)
      gtk_window_set_default_size(window.cast(), 300, 300)
      nonisolated(unsafe) var clicks = 0
      button.onClick { clicks += 1 }
      window.present()
      // GTK emits this signal just before it queries the pointer.
      let signal = g_signal_lookup("flush-events", gdk_frame_clock_get_type())
      let hook = g_signal_add_emission_hook(
        signal, 0,
        { _, _, _, _ in
          MainActor.assumeIsolated { ClickTests.aboutToAsk() }
          return 1
        }, nil, nil)
      defer {
        g_signal_remove_emission_hook(signal, hook)
        window.destroy()
      }
      MainLoop.run(milliseconds: 300)
      for turn in 1...3 {
        Self.pointer("mousemove", "150", "\(150 + turn)")
        MainLoop.run(milliseconds: 100)
        gtk_widget_set_margin_top(button.widget, Int32(turn))
        MainLoop.run(milliseconds: 100)
        Self.isToRelease = true
        Self.pointer("mousedown", "1")
        MainLoop.run(milliseconds: 200)
        XCTAssertFalse(Self.isToRelease)
        XCTAssertEqual(clicks, turn)
      }
    }
  }

  @MainActor private static func aboutToAsk() {
    guard isToRelease else { return }
    isToRelease = false
    pointer("mouseup", "1")
  }

  @MainActor private static func pointer(_ words: String...) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdotool"] + words
    XCTAssertNoThrow(try process.run())
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
  }
}
