// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Lets equal GETs that overlap share one transfer. The transfer ends when its last caller is cancelled.
public final class CoalescingTransport: Transport {
  typealias Outcome = Result<HTTPResponse, NetworkError>

  struct Flight {
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  struct State {
    var flights: [HTTPRequest: Flight] = [:]
    var lastNumber = 0
  }

  private let inner: any Transport
  let state = Mutex(State())

  public init(_ inner: any Transport) {
    self.inner = inner
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    // Compares whole requests, including credentials and partition, so that no response reaches another account.
    guard request.method == .get else { return try await inner.send(request) }  // guards C16, C23: request.method == .get => false
    let number = state.withLock { $0.newNumber() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(request, number, continuation)
        if Task.isCancelled { leave(request, number) }
      }
    } onCancel: {
      leave(request, number)
    }
    return try outcome.get()
  }
}

extension CoalescingTransport {
  private func join(
    _ request: HTTPRequest, _ number: Int, _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    state.withLock { state in
      if state.flights[request] == nil {
        state.flights[request] = Flight(number: number, task: start(request, flight: number))
      }
      state.flights[request]?.waiters[number] = continuation
    }
  }

  private func start(_ request: HTTPRequest, flight: Int) -> Task<Void, Never> {
    Task {
      do throws(NetworkError) {
        land(request, flight, .success(try await inner.send(request)))
      } catch {
        land(request, flight, .failure(error))
      }
    }
  }

  private func land(_ request: HTTPRequest, _ flight: Int, _ outcome: Outcome) {
    let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      guard state.flights[request]?.number == flight else { return [] }
      return state.flights.removeValue(forKey: request).map { Array($0.waiters.values) } ?? []
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  private func leave(_ request: HTTPRequest, _ number: Int) {
    let (waiter, abandoned) = state.withLock { state in
      let waiter = state.flights[request]?.waiters.removeValue(forKey: number)
      guard waiter != nil, state.flights[request]?.waiters.isEmpty == true else {
        return (waiter, Task<Void, Never>?.none)
      }
      return (waiter, state.flights.removeValue(forKey: request)?.task)
    }
    abandoned?.cancel()
    waiter?.resume(returning: .failure(.cancelled))
  }
}

extension CoalescingTransport.State {
  fileprivate mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
