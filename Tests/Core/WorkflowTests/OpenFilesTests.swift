// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import Testing

@testable import KursWorkflow

/// Tests that files of the user's folder are closed with their window.
@Suite struct OpenFilesTests {
  private let folder = TemporaryFolder()

  private var open: [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
      .filter { $0.hasPrefix(folder.path) }
  }

  private func start(_ use: (CalculatorWorkflow, AccountServices) async throws -> Void) async throws {
    for await state in StartWorkflow.run(environment(folder, country: "DE")) {
      guard case .ready(let calculator, let services) = state else { continue }
      try await use(calculator, services())
    }
  }

  @Test("a closed window leaves no file open", arguments: [true, false])
  func everythingIsClosed(isEnded: Bool) async throws {
    try await start { calculator, services in
      await services.start { AsyncStream { $0.finish() } }
      await MainActor.run { calculator.settings.onChange = { _ in } }
      _ = services.outgoing.states()
      await calculator.send(.amountTyped("7 USD + 1 EUR"))
      await calculator.flush()
      #expect(!open.isEmpty)
      if isEnded { await services.end() }
    }
    let end = ContinuousClock.now + .seconds(60)
    while !open.isEmpty, ContinuousClock.now < end { await Task.yield() }
    #expect(open == [])
  }
}
