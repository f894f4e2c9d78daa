// SPDX-License-Identifier: GPL-3.0-or-later
import XCTest

@testable import KursGtk

final class MainQueueTests: WidgetTestCase {
  func testMainActorTasksRunInTheMainLoop() {
    onMain {
      var hops = 0
      Task {
        for _ in 0..<100 {
          await Echo().answer()
          hops += 1
        }
      }
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(hops, 100)
    }
  }

  func testWithoutTasksTheMainQueueDoesNotWakeTheMainLoop() {
    onMain {
      // Waits until the main queue is idle, because a window of an earlier test may still have pending notifications.
      for _ in 0..<10 {
        let before = MainQueue.dispatches
        MainLoop.run(milliseconds: 2000)
        if MainQueue.dispatches == before { break }
      }
      let before = MainQueue.dispatches
      MainLoop.run(milliseconds: 5000)
      // At most one wake-up is allowed in these five seconds.
      XCTAssertLessThanOrEqual(MainQueue.dispatches - before, 1)
    }
  }
}

private actor Echo {
  func answer() {}
}
