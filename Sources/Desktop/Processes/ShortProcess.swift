// SPDX-License-Identifier: GPL-3.0-or-later
public import Dispatch
import Glibc

public struct ShortProcess: Sendable {
  public enum Failure: Error, Hashable, Sendable {
    case notStarted
    case overtime
    case overlong
    case failed
  }

  private let executable: String
  private let arguments: [String]
  private let outputLimit: Int
  private let patience: Duration

  public init(_ executable: String, _ arguments: [String], outputLimit: Int, patience: Duration) {
    self.executable = executable
    self.arguments = arguments
    self.outputLimit = outputLimit
    self.patience = patience
  }

  /// Runs the process and waits for it on a thread of `queue`, because the wait blocks the thread.
  public func run(_ input: [UInt8], on queue: DispatchQueue) async throws(Failure) -> [UInt8] {
    let result: Result<[UInt8], Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: runBlocking(input)) }
    }
    return try result.get()
  }

  private func runBlocking(_ input: [UInt8]) -> Result<[UInt8], Failure> {
    let end = ContinuousClock.now + patience
    guard var talk = ProcessConnection(executable, arguments) else { return .failure(.notStarted) }
    defer { talk.close() }
    guard let output = talk.exchange(input, limit: outputLimit, until: end) else {
      talk.kill()
      return .failure(ContinuousClock.now >= end ? .overtime : .overlong)
    }
    return talk.ended(by: end) ? .success(output) : .failure(.failed)
  }
}
