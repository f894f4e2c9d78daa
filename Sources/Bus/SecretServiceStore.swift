// SPDX-License-Identifier: GPL-3.0-or-later
public import Dispatch
public import KursModel
public import KursWorkflow
import Synchronization

/// Saves secrets in the desktop's keyring. Each call has a thread and a time limit, because libsecret may never return.
public struct SecretServiceStore: SecretStore {
  /// The time limits of calls. A prompt has a longer limit, because the user must answer it.
  public struct Deadlines: Sendable {
    public var answer: DispatchTimeInterval = .seconds(5)
    public var prompt: DispatchTimeInterval = .seconds(120)
    /// The time between two checks of the service. A cancelled call has this much time to end.
    public var pollInterval: DispatchTimeInterval = .seconds(1)

    public init() {}
  }

  // The queue is concurrent, so that a prompt that waits for the user doesn't block other calls.
  private let queue = DispatchQueue(label: "kurs-secrets", attributes: .concurrent)
  private let deadlines: Deadlines

  public init(deadlines: Deadlines = Deadlines()) {
    self.deadlines = deadlines
  }

  public func secret(for name: SecretName) async throws(SecretFailure) -> Secret? {
    try await call(within: deadlines.answer) { calls, cancellable in
      let (outcome, text) = calls.lookup(name.kind, name.owner, cancellable)
      return (outcome, text.map { Secret($0) })
    }
  }

  public func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure) {
    _ = try await call(within: deadlines.prompt) { calls, cancellable in
      (calls.store(name.kind, name.owner, label: "Kurs (\(name.kind))", secret.exposed, cancellable), nil)
    }
  }

  public func remove(_ name: SecretName) async throws(SecretFailure) {
    _ = try await call(within: deadlines.answer) { calls, cancellable in
      (calls.remove(name.kind, name.owner, cancellable), nil)
    }
  }

  public func unlock() async throws(SecretFailure) {
    _ = try await call(within: deadlines.prompt) { calls, cancellable in
      (calls.unlock(cancellable), nil)
    }
  }
}

extension SecretServiceStore {
  private func call(
    within deadline: DispatchTimeInterval,
    _ body: @escaping @Sendable (SecretCalls, SecretCalls.Cancellable) -> (SecretCalls.Outcome, Secret?)
  ) async throws(SecretFailure) -> Secret? {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Waiting.Answer, Never>) in
      queue.async { [self] in
        guard let calls = SecretCalls.opened else {
          continuation.resume(returning: .failure(.noService))
          return
        }
        let waiting = Waiting(continuation, calls.cancellable())
        queue.asyncAfter(deadline: .now() + deadline) { [self, weak waiting] in
          waiting?.giveUp(on: queue, after: deadlines.pollInterval)
        }
        pollService(waiting, calls)
        let (outcome, secret) = withExtendedLifetime(waiting) { body(calls, waiting.cancellable) }
        waiting.end(outcome.failure.map { .failure($0) } ?? .success(secret))
      }
    }
    return try answer.get()
  }

  /// Checks the service repeatedly. Stops waiting for the call if no program owns the service's bus name any more.
  private func pollService(_ waiting: Waiting, _ calls: SecretCalls) {
    queue.asyncAfter(deadline: .now() + deadlines.pollInterval) { [self, weak waiting] in
      guard let waiting, waiting.isOpen else { return }
      if calls.serviceRuns() {
        pollService(waiting, calls)
      } else {
        waiting.giveUp(on: queue, after: deadlines.pollInterval)
      }
    }
  }
}

/// A call for which a caller waits. It is freed when the call returns, so a time limit that ends later has no effect.
private final class Waiting: Sendable {
  typealias Answer = Result<Secret?, SecretFailure>
  let cancellable: SecretCalls.Cancellable
  private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

  init(_ continuation: CheckedContinuation<Answer, Never>, _ cancellable: SecretCalls.Cancellable) {
    self.continuation = Mutex(continuation)
    self.cancellable = cancellable
  }

  var isOpen: Bool { continuation.withLock { $0 != nil } }

  func end(_ answer: Answer) {
    continuation.withLock { $0.take() }?.resume(returning: answer)
  }

  func giveUp(on queue: DispatchQueue, after patience: DispatchTimeInterval) {
    cancellable.cancel()
    queue.asyncAfter(deadline: .now() + patience) { [weak self] in self?.end(.failure(.noService)) }
  }
}

extension SecretCalls.Outcome {
  fileprivate var failure: SecretFailure? {
    switch self {
    case .done, .none: nil
    case .noService, .cancelled: .noService
    case .locked: .locked
    case .refused: .refused
    case .failed(let domain, let code): .failed(domain: domain, code: code)
    }
  }
}
