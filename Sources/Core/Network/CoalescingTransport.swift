// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Lets equal GET requests share one transfer if they overlap. The transfer ends when its last caller is cancelled.
public final class CoalescingTransport: Transport {
  typealias Outcome = Result<HTTPResponse, NetworkError>

  struct SharedTransfer {
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  struct State {
    var transfers: [HTTPRequest: SharedTransfer] = [:]
    var lastNumber = 0
  }

  private let inner: any Transport
  let state = Mutex(State())

  public init(_ inner: any Transport) {
    self.inner = inner
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    // Share equal GET requests. Equality includes credentials and the member, so no response reaches another account.
    guard request.method == .get else { return try await inner.send(request) }  // guards C16, C23: request.method == .get => false
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(request, number, continuation)
        if Task.isCancelled { stopWaiting(request, number) }
      }
    } onCancel: {
      stopWaiting(request, number)
    }
    return try outcome.get()
  }
}

extension CoalescingTransport {
  private func join(
    _ request: HTTPRequest, _ number: Int, _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    state.withLock { state in
      if state.transfers[request] == nil {
        state.transfers[request] = SharedTransfer(number: number, task: start(request, number: number))
      }
      state.transfers[request]?.waiters[number] = continuation
    }
  }

  private func start(_ request: HTTPRequest, number: Int) -> Task<Void, Never> {
    Task {
      do throws(NetworkError) {
        finish(request, number, .success(try await inner.send(request)))
      } catch {
        finish(request, number, .failure(error))
      }
    }
  }

  private func finish(_ request: HTTPRequest, _ number: Int, _ outcome: Outcome) {
    let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      guard state.transfers[request]?.number == number else { return [] }
      return state.transfers.removeValue(forKey: request).map { Array($0.waiters.values) } ?? []
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  private func stopWaiting(_ request: HTTPRequest, _ number: Int) {
    let (waiter, abandoned) = state.withLock { state in
      let waiter = state.transfers[request]?.waiters.removeValue(forKey: number)
      guard waiter != nil, state.transfers[request]?.waiters.isEmpty == true else {
        return (waiter, Task<Void, Never>?.none)
      }
      return (waiter, state.transfers.removeValue(forKey: request)?.task)
    }
    abandoned?.cancel()
    waiter?.resume(returning: .failure(.cancelled))
  }
}
