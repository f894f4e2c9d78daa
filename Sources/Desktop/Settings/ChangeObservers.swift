// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

final class ChangeObservers: Sendable {
  private let streams = Mutex<[AsyncStream<Void>.Continuation]>([])

  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    streams.withLock { $0.append(continuation) }
    return stream
  }

  func notify() {
    for stream in streams.withLock({ $0 }) { stream.yield() }
  }

  func finish() {
    for stream in streams.withLock({ $0 }) { stream.finish() }
  }
}
