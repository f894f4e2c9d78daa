// SPDX-License-Identifier: GPL-3.0-or-later
import CSecret
public import Dispatch
public import KursModel
public import KursWorkflow
import Synchronization

/// The desktop's Secret Service through libsecret, which is opened at the first call.
/// Calls block a separate thread, never the caller's. A call that takes too long is cancelled.
/// The caller stops waiting even if that has no effect, because libsecret may wait for ever.
public struct SecretServiceStore: SecretStore {
  /// The time limits of the service. A prompt may take as long as the user needs.
  public struct Deadlines: Sendable {
    public var answer: DispatchTimeInterval = .seconds(5)
    public var prompt: DispatchTimeInterval = .seconds(120)
    /// Polling interval and grace period for cancelled calls.
    public var look: DispatchTimeInterval = .seconds(1)

    public init() {}
  }

  // Concurrent: a prompt that waits for the user must not block other calls.
  private let queue = DispatchQueue(label: "kurs-secrets", attributes: .concurrent)
  private let deadlines: Deadlines

  public init(deadlines: Deadlines = Deadlines()) {
    self.deadlines = deadlines
  }

  public func secret(for name: SecretName) async throws(SecretFailure) -> Secret? {
    try await call(within: deadlines.answer) { cancellable in
      var text: UnsafeMutablePointer<CChar>?
      let result = kurs_secret_lookup(name.kind, name.owner, cancellable, &text)
      defer { kurs_secret_free(text) }
      return (result, text.map { Secret(String(cString: $0)) })
    }
  }

  public func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure) {
    _ = try await call(within: deadlines.prompt) { cancellable in
      let result = kurs_secret_store(
        name.kind, name.owner, "Kurs (\(name.kind))", secret.exposed, cancellable)
      return (result, nil)
    }
  }

  public func remove(_ name: SecretName) async throws(SecretFailure) {
    _ = try await call(within: deadlines.answer) { cancellable in
      (kurs_secret_remove(name.kind, name.owner, cancellable), nil)
    }
  }

  public func unlock() async throws(SecretFailure) {
    _ = try await call(within: deadlines.prompt) { cancellable in
      (kurs_secret_unlock(cancellable), nil)
    }
  }
}

extension SecretServiceStore {
  private func call(
    within deadline: DispatchTimeInterval,
    _ body: @escaping @Sendable (OpaquePointer) -> (kurs_secret_result, Secret?)
  ) async throws(SecretFailure) -> Secret? {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Waiting.Answer, Never>) in
      queue.async { [self] in
        guard kurs_secret_load() else {
          continuation.resume(returning: .failure(.noService))
          return
        }
        let waiting = Waiting(continuation)
        queue.asyncAfter(deadline: .now() + deadline) { [self, weak waiting] in
          waiting?.giveUp(on: queue, after: deadlines.look)
        }
        lookAfter(waiting)
        let (result, secret) = withExtendedLifetime(waiting) { body(waiting.cancellable) }
        waiting.end(result.failure.map { .failure($0) } ?? .success(secret))
      }
    }
    return try answer.get()
  }

  /// Gives up the call once no program owns the service's name.
  private func lookAfter(_ waiting: Waiting) {
    queue.asyncAfter(deadline: .now() + deadlines.look) { [self, weak waiting] in
      guard let waiting, waiting.isOpen else { return }
      if kurs_secret_service_runs() { lookAfter(waiting) } else { waiting.giveUp(on: queue, after: deadlines.look) }
    }
  }
}

/// A call with a waiting caller. It is answered once, and freed when the call itself has returned,
/// so that a late deadline cancels nothing.
// A GCancellable may be used from any thread, as GIO documents it.
private final class Waiting: @unchecked Sendable {
  typealias Answer = Result<Secret?, SecretFailure>
  let cancellable = kurs_secret_cancellable_new()
  private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

  init(_ continuation: CheckedContinuation<Answer, Never>) { self.continuation = Mutex(continuation) }
  deinit { kurs_secret_cancellable_free(cancellable) }

  var isOpen: Bool { continuation.withLock { $0 != nil } }

  func end(_ answer: Answer) {
    continuation.withLock { $0.take() }?.resume(returning: answer)
  }

  /// Cancels the call, and answers it if cancelling doesn't end it in time.
  func giveUp(on queue: DispatchQueue, after patience: DispatchTimeInterval) {
    kurs_secret_cancel(cancellable)
    queue.asyncAfter(deadline: .now() + patience) { [weak self] in self?.end(.failure(.noService)) }
  }
}

extension kurs_secret_result {
  fileprivate var failure: SecretFailure? {
    switch outcome {
    case KURS_SECRET_DONE, KURS_SECRET_NONE: nil
    case KURS_SECRET_NO_SERVICE, KURS_SECRET_CANCELLED: .noService
    case KURS_SECRET_LOCKED: .locked
    case KURS_SECRET_REFUSED: .refused
    default: .failed(domain: domainText, code: Int(code))
    }
  }

  private var domainText: String {
    withUnsafeBytes(of: domain) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
