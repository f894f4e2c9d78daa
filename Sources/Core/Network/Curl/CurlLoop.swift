// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries
import Glibc
import Synchronization

/// Runs all transfers on the network thread, which sleeps while no transfer is active.
struct CurlLoop: Sendable {
  private typealias Transfers = [UnsafeMutableRawPointer: CurlTransfer]

  let configuration: CurlConfiguration
  let mailbox: CurlMailbox

  // The longest sleep of the network thread, in milliseconds. A new request wakes the thread earlier.
  private static let longestSleep: Int32 = 600_000

  func run() {
    guard let multi = CurlMulti() else {
      return refuseAll(mailbox.close(.libraryMissing).jobs, .libraryMissing)
    }
    multi.limit(connectionsPerHost: configuration.connectionsPerHost)
    mailbox.open(multi)
    var transfers: Transfers = [:]
    var mail = mailbox.take()
    while !mail.isStopped {
      for job in mail.jobs { start(job, on: multi, in: &transfers) }
      for id in mail.cancelled { cancel(id, on: multi, in: &transfers) }
      multi.perform()
      finishDone(on: multi, in: &transfers)
      multi.sleep(milliseconds: Self.longestSleep)
      mail = mailbox.take()
    }
    refuseAll(mail.jobs + mailbox.close(.cancelled).jobs + transfers.values.map(\.job), .cancelled)
    for easy in transfers.keys { multi.remove(easy) }
    transfers = [:]
    multi.free()
  }
}

extension CurlLoop {
  private func refuseAll(_ jobs: [CurlJob], _ error: NetworkError) {
    for job in jobs { job.finish(.failure(error)) }
  }

  private func start(
    _ job: CurlJob, on multi: CurlMulti, in transfers: inout Transfers
  ) {
    do throws(NetworkError) {
      let transfer = try CurlTransfer(job, configuration, multi.curl)
      let code = multi.add(transfer.easy)
      guard code == CURLM_OK else { throw .protocolError(code: Int(code.rawValue)) }
      transfers[transfer.easy] = transfer
    } catch {
      job.finish(.failure(error))
    }
  }

  private func cancel(
    _ id: UInt64, on multi: CurlMulti, in transfers: inout Transfers
  ) {
    guard let transfer = transfers.values.first(where: { $0.job.id == id }) else { return }
    transfer.job.finish(.failure(.cancelled))
    multi.remove(transfer.easy)
    transfers[transfer.easy] = nil
  }

  private func finishDone(
    on multi: CurlMulti, in transfers: inout Transfers
  ) {
    while let (easy, code) = multi.nextDone() {
      multi.remove(easy)
      guard let transfer = transfers.removeValue(forKey: easy) else { continue }
      transfer.job.finish(transfer.result(code))
    }
  }
}

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

/// Loads libcurl at its first use. Linking its thirty libraries would slow every start by 4 ms and use 6 MB.
enum CurlLibrary {
  /// The functions of libcurl. Nil if the library or a function is missing, or if the library has no TLS.
  // `nonisolated(unsafe)` is safe here, because the variable is set once, and any thread may call libcurl's functions.
  nonisolated(unsafe) static let functions: UnsafePointer<kurs_curl>? = open()

  private static func open() -> UnsafePointer<kurs_curl>? {
    // Both files are libcurl. The first is built with OpenSSL, and the second with GnuTLS.
    guard let library = dlopen("libcurl.so.4", RTLD_NOW) ?? dlopen("libcurl-gnutls.so.4", RTLD_NOW) else { return nil }
    let curl = UnsafeMutablePointer<kurs_curl>.allocate(capacity: 1)
    curl.initialize(to: kurs_curl())
    guard kurs_curl_fill(curl, library), let version = curl.pointee.curl_version_info(CURLVERSION_FIRST) else {
      return nil
    }
    // Kurs never sends data unencrypted, so a library without TLS is useless.
    guard version.pointee.features & CURL_VERSION_SSL != 0 else { return nil }  // guards X20
    guard curl.pointee.curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK else { return nil }
    return UnsafePointer(curl)
  }
}

/// A set of transfers that libcurl runs together. Other threads may call only `wakeUp`.
struct CurlMulti {
  let curl: UnsafePointer<kurs_curl>
  private let handle: UnsafeMutableRawPointer

  init?() {
    guard let curl = CurlLibrary.functions, let handle = curl.pointee.curl_multi_init() else { return nil }
    (self.curl, self.handle) = (curl, handle)
  }

  func limit(connectionsPerHost: Int) {
    _ = kurs_curl_multi_set_long(curl, handle, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
  }

  func add(_ easy: UnsafeMutableRawPointer) -> CURLMcode { curl.pointee.curl_multi_add_handle(handle, easy) }

  func remove(_ easy: UnsafeMutableRawPointer) { _ = curl.pointee.curl_multi_remove_handle(handle, easy) }

  func perform() {
    var running: Int32 = 0
    _ = curl.pointee.curl_multi_perform(handle, &running)
  }

  func sleep(milliseconds: Int32) { _ = curl.pointee.curl_multi_poll(handle, nil, 0, milliseconds, nil) }

  func wakeUp() { _ = curl.pointee.curl_multi_wakeup(handle) }

  func nextDone() -> (easy: UnsafeMutableRawPointer, result: CURLcode)? {
    var left: Int32 = 0
    while let message = curl.pointee.curl_multi_info_read(handle, &left)?.pointee {
      if message.msg == CURLMSG_DONE, let easy = message.easy_handle { return (easy, message.data.result) }
    }
    return nil
  }

  func free() { _ = curl.pointee.curl_multi_cleanup(handle) }
}
