// SPDX-License-Identifier: GPL-3.0-or-later
import CCurl
import Synchronization

/// A request for the network thread, with its completion.
struct CurlJob: Sendable {
  let id: UInt64
  let request: HTTPRequest
  /// The desktop's proxy; nil to use the configuration.
  var proxy: String?
  /// Called exactly once, from the network thread or on refusal.
  let finish: @Sendable (Result<HTTPResponse, NetworkError>) -> Void
}

/// The messages between callers and the network thread.
final class CurlMailbox: Sendable {
  struct Mail {
    var jobs: [CurlJob] = []
    var cancelled: [UInt64] = []
    var isStopped = false
  }

  // curl_multi_wakeup is the one function that libcurl allows from any thread; it is called under the lock
  // that also guards the handle's end.
  fileprivate struct Waker: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer
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

  /// Returns whether the caller must start the thread.
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

  /// Called by the thread. From then on it can be woken.
  func open(_ multi: UnsafeMutableRawPointer) {
    let waker = Waker(multi: multi)
    state.withLock { $0.waker = waker }
  }

  /// Called by the thread before it ends. Later jobs are refused.
  func close(_ refusal: NetworkError) -> Mail {
    state.withLock { state in
      state.waker = nil
      state.refusal = refusal
      return state.takeMail()
    }
  }

  /// Called by the thread. Returns all messages since the last call.
  func take() -> Mail {
    state.withLock { $0.takeMail() }
  }
}

extension CurlMailbox.State {
  fileprivate func wake() {
    guard let waker else { return }
    _ = kurs_curl_multi_wakeup(waker.multi)
  }

  fileprivate mutating func takeMail() -> CurlMailbox.Mail {
    defer { mail = CurlMailbox.Mail(isStopped: mail.isStopped) }
    return mail
  }
}
