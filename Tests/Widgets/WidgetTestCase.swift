// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursDesktop
import XCTest

@testable import KursApp
@testable import KursGtk

/// Widget tests use XCTest. Swift Testing does not run `@MainActor` tests on the main thread, which GTK needs.
class WidgetTestCase: XCTestCase {
  /// Whether GTK and the resources are ready. The first use prepares them for the whole process.
  @MainActor static let isReady: Bool = {
    let locator = ResourceLocator(environment: System.environment(), executable: System.executable())
    guard MainLoop.prepare(), let file = try? locator.path(of: "kurs.gresource") else { return false }
    MainQueue.attach()
    Criticals.collect()
    return Resources.register(file: file)
  }()

  override func setUpWithError() throws {
    try onMain {
      XCTAssertTrue(Self.isReady, "no display, or scripts/stage .build/debug has not run")
      if !Self.isReady { throw XCTSkip("GTK could not start") }
    }
  }

  override func tearDown() {
    XCTAssertEqual(Criticals.taken(), [])
  }

  /// Runs `body` on the main actor. XCTest runs synchronous tests on the main thread, but can't declare this on Linux.
  func onMain(_ body: @MainActor () throws -> Void) rethrows {
    try MainActor.assumeIsolated(body)
  }

  /// Runs `body` in a separate scope, at whose end its objects are released.
  @MainActor static func scoped(_ body: () throws -> Void) rethrows { try body() }

  /// Shows and destroys the window that `make` returns. Checks that the widget and its Swift object are freed.
  func assertFreed<Front: AnyObject>(_ make: @MainActor () throws -> (Front, Window)) throws {
    try onMain {
      weak var released: Front?
      var slot: WeakSlot?
      try Self.scoped {
        let (front, window) = try make()
        window.present()
        MainLoop.run(milliseconds: 300)
        slot = window.weakSlot()
        released = front
        window.destroy()
      }
      MainLoop.run(milliseconds: 100)
      XCTAssertEqual(slot?.isAlive, false)
      XCTAssertNil(released)
    }
  }
}
