// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursNetwork
import KursWorkflow
import TestSupport
import XCTest

@testable import KursApp
@testable import KursGtk

/// Checks that the window responds within a frame and keeps its numbers during every refresh.
final class MisbehavingBankTests: WidgetTestCase {
  func testAMisbehavingJSONBankDoesNotDelayTheWindow() throws {
    try onMain { try Self.misbehave(.frankfurter, "latest.json") }
  }

  func testAMisbehavingXMLBankDoesNotDelayTheWindow() throws {
    try onMain { try Self.misbehave(.ecb, "latest.xml") }
  }

  /// Other programs may delay a turn of the loop, but not in every try.
  private static let tries = 3
  /// The maximum number of loop turns, each of at least 4 ms.
  private static let patience = 7500

  @MainActor
  private static func misbehave(_ id: ProviderID, _ fixture: String) throws {
    let good = Array(try Data(contentsOf: URL(filePath: Fixtures.path(id.name, fixture))))
    let server = try FakeServer.listening()
    let elsewhere = try FakeServer.listening()
    defer { elsewhere.stop() }
    server.answer { _ in HTTPResponse(status: 200, headers: ["ETag": "\"1\""], body: good, url: "") }
    elsewhere.answer { _ in HTTPResponse(status: 200, headers: ["ETag": "\"1\""], body: good, url: "") }
    var opened: RefreshingWindow?
    spin { opened = try? await RefreshingWindow(id, server) } until: { opened != nil }
    let bank = try XCTUnwrap(opened)
    defer { bank.close() }
    MainLoop.run(milliseconds: 500)
    var before: [String] = []
    spin { before = (try? await bank.standing()) ?? [] } until: { !before.isEmpty }
    for misdeed in Misdeed.all + harmless(elsewhere.port) {
      server.sendBytes { connection, _ in misdeed.act(connection, good) }
      try answers(bank, misdeed)
      var after: [String] = []
      spin { after = (try? await bank.standing()) ?? [] } until: { !after.isEmpty }
      XCTAssertEqual(after, before, misdeed.name)
    }
    XCTAssertFalse(elsewhere.requests.isEmpty)
  }

  /// Refreshes while the user types. Checks that each key gets a response and that nothing blocks the loop longer than
  /// a frame.
  @MainActor
  private static func answers(_ bank: RefreshingWindow, _ action: Misdeed) throws {
    var (work, gap, answer, answers) = (Int64.max, Int64.max, Int64.max, 0)
    for _ in 0..<tries where work > FrameWatch.frame || gap > 10 * FrameWatch.frame {
      var outcome: RatesFailure??
      var (watch, typist) = (FrameWatch(), Typist(bank.window))
      Task { outcome = .some(await bank.refresh()) }
      let isOver = { if let outcome { typist.answers > 0 && bank.says(outcome) } else { false } }
      while !isOver(), watch.turns < patience {
        MainLoop.run(milliseconds: 4)
        watch.turn()
        typist.turn()
      }
      let failure = try XCTUnwrap(outcome)
      XCTAssertTrue(isOver(), "\(action.name): no answer to a key, or no word of \(failure as Any)")
      XCTAssertTrue(action.verdict.fits(failure, of: bank.id, nothing: nil), "\(action.name): \(failure as Any)")
      (work, gap) = (min(work, watch.longestWork), min(gap, watch.longestGap))
      (answer, answers) = (min(answer, typist.slowest), answers + typist.answers)
    }
    print("\(bank.id) \(action.name): work \(work / 1000) µs, gap \(gap / 1000) µs, "
      + "\(answers) keys, slowest answer \(answer / 1000) µs")
    XCTAssertLessThanOrEqual(work, FrameWatch.frame, action.name)
    // The main thread may not wait for the network, which would take a second.
    XCTAssertLessThanOrEqual(gap, 10 * FrameWatch.frame, action.name)
  }

  /// Correct responses that must be accepted: no new rates, and the same rates from another host.
  private static func harmless(_ port: UInt16) -> [Misdeed] {
    [
      Misdeed("304", .any) { connection, _ in connection.answer("304 Not Modified", ["ETag": "\"1\""]) },
      Misdeed("301 to a new host", .any) { connection, _ in
        connection.answer("301 Moved Permanently", ["Location": "http://localhost:\(port)/"])
      },
    ]
  }

  @MainActor
  private static func spin(_ body: @escaping @MainActor () async -> Void, until isDone: () -> Bool) {
    var hasEnded = false
    Task {
      await body()
      hasEnded = true
    }
    while !hasEnded { MainLoop.run(milliseconds: 4) }
    XCTAssertTrue(isDone())
  }
}

/// Presses a key as soon as the previous one was handled.
@MainActor
private struct Typist {
  private let window: CalculatorWindow
  private var pressed = ContinuousClock.now
  private(set) var answers = 0
  /// The slowest response to a key, in nanoseconds.
  private(set) var slowest: Int64 = 0

  init(_ window: CalculatorWindow) {
    self.window = window
    press()
  }

  mutating func turn() {
    guard window.shown.amount == window.typed else { return }
    let took = (ContinuousClock.now - pressed).components
    slowest = max(slowest, took.seconds * 1_000_000_000 + took.attoseconds / 1_000_000_000)
    answers += 1
    press()
  }

  private mutating func press() {
    pressed = .now
    // The text always differs from the previous text, whose update may still be pending.
    window.press(window.typed.count < 8 ? .one : .clear)
  }
}
