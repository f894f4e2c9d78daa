// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

struct CurlJob: Sendable {
  let id: UInt64
  let request: HTTPRequest
  /// The desktop's proxy for this request. Nil to use the configuration's proxy.
  var proxy: String?
  /// Receives the result exactly once: on the network thread, or on the caller's thread if the job was refused.
  let finish: @Sendable (Result<HTTPResponse, NetworkError>) -> Void
}

final class CurlMailbox: Sendable {
  struct Mail {
    var jobs: [CurlJob] = []
    var cancelled: [UInt64] = []
    var isStopped = false
  }

  // Wakes the network thread from any thread. The mutex `state` keeps the handle `multi` from being freed during use.
  fileprivate struct Waker: @unchecked Sendable {
    let multi: CurlMulti
  }

  fileprivate struct State {
    var mail = Mail()
    var hasThread = false
    var waker: Waker?
    var refusal: NetworkError?
  }

  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(0)

  func newID() -> UInt64 {
    lastID.add(1, ordering: .relaxed).newValue
  }

  /// Adds a job. Returns whether the caller must start the network thread.
  func submit(_ job: CurlJob) -> Bool {
    let (refusal, isFirst) = state.withLock { state -> (NetworkError?, Bool) in
      if let refusal = state.refusal { return (refusal, false) }
      state.mail.jobs.append(job)
      state.wake()
      defer { state.hasThread = true }
      return (nil, !state.hasThread)
    }
    if let refusal { job.finish(.failure(refusal)) }
    return isFirst
  }

  func cancel(_ id: UInt64) {
    state.withLock { state in
      guard state.hasThread else { return }
      state.mail.cancelled.append(id)
      state.wake()
    }
  }

  func stop() {
    state.withLock { state in
      state.mail.isStopped = true
      state.wake()
    }
  }

  func open(_ multi: CurlMulti) {
    let waker = Waker(multi: multi)
    state.withLock { $0.waker = waker }
  }

  func close(_ refusal: NetworkError) -> Mail {
    state.withLock { state in
      state.waker = nil
      state.refusal = refusal
      return state.takeMail()
    }
  }

  func take() -> Mail {
    state.withLock { $0.takeMail() }
  }
}

extension CurlMailbox.State {
  fileprivate func wake() { waker?.multi.wakeUp() }

  fileprivate mutating func takeMail() -> CurlMailbox.Mail {
    defer { mail = CurlMailbox.Mail(isStopped: mail.isStopped) }
    return mail
  }
}
