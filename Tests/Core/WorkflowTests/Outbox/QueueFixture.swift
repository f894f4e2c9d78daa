// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursModel
import KursStorage
import KursWorkflow
import Synchronization

/// A queue in a temporary folder. Time passes only while the queue waits, and a closure is the server.
final class QueueFixture: Sendable {
  typealias Answer = @Sendable (QueuedCommand) -> APIError?

  let folder = TemporaryFolder()
  private let now = Mutex<Int64>(1_700_000_000_123)
  private let seen = Mutex<[QueuedCommand]>([])
  private let answer = Mutex<Answer>({ _ in nil })
  private let keys = Mutex(0)

  var path: String { folder.path + "/data/person.sqlite" }
  var sent: [QueuedCommand] { seen.withLock { $0 } }
  var time: Int64 {
    get { now.withLock { $0 } }
    set { now.withLock { $0 = newValue } }
  }

  /// Sets the server's response from now on. Nil is success.
  func answers(_ answer: @escaping Answer) {
    self.answer.withLock { $0 = answer }
  }

  func environment(passing: Bool = true) -> QueueEnvironment {
    QueueEnvironment(
      clock: { [self] in Timestamp(milliseconds: time) },
      sleep: { [self] duration in
        guard passing else { return try await Task.sleep(for: .seconds(3600)) }
        now.withLock { $0 += Int64(duration.components.seconds) * 1000 + duration.components.attoseconds / 1_000_000_000_000_000 }
      },
      newKey: { [self] in
        keys.withLock {
          $0 += 1
          return "key-\($0)"
        }
      }, draw: { $0.upperBound })
  }

  /// Creates a queue. `passing`: whether waiting advances the time. If false, the queue does nothing on its own.
  func queue(
    member: String? = nil, limits: QueueLimits = QueueLimits(), passing: Bool = true
  ) throws -> OfflineQueue {
    OfflineQueue(
      storage: try UserDatabase(path: path), member: member, limits: limits,
      environment: environment(passing: passing)
    ) { [self] command async throws(APIError) in
      seen.withLock { $0.append(command) }
      let answer = answer.withLock { $0 }
      if let error = answer(command) { throw error }
    }
  }

  static func command(_ resource: String = "favourites", droppable: Bool = false) -> Endpoint {
    Endpoint(
      "keep-\(resource)", method: .post, path: "/api/v1/\(resource)/", accept: "application/json",
      queueing: droppable ? .droppable(resource) : .perResource(resource))
  }
}

extension OfflineQueue {
  @discardableResult
  func put(
    _ text: String, _ resource: String = "favourites", droppable: Bool = false, member: String = ""
  ) async throws(QueueRefusal) -> QueuedCommand.ID {
    try await enqueue(
      QueueFixture.command(resource, droppable: droppable), body: Array(text.utf8), to: "https://kurs.example",
      member: member)
  }

  func settles(_ isSettled: @Sendable (QueueState) -> Bool) async {
    for await state in await states() where isSettled(state) { return }
  }
}

extension QueuedCommand {
  var text: String { String(decoding: content.body, as: UTF8.self) }
}
