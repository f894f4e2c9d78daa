// SPDX-License-Identifier: GPL-3.0-or-later
import class Foundation.Thread

/// Sends over libcurl: one thread, started by the first request, drives all transfers and keeps connections.
public final class CurlTransport: Transport {
  private let configuration: CurlConfiguration
  private let mailbox = CurlMailbox()

  /// Costs nothing: library, thread and sockets wait for the first request.
  public init(_ configuration: CurlConfiguration) {
    self.configuration = configuration
  }

  deinit {
    mailbox.stop()
  }

  /// Hands the request to the thread and waits for its answer.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    guard request.isWellFormed else { throw .malformedRequest }  // guards X08
    guard Origin(of: request.url) != nil else { throw .malformedURL }
    let proxies = await configuration.findProxies?(request.url) ?? []
    var failure: NetworkError?
    for proxy in proxies {
      do throws(NetworkError) { return try await send(request, through: proxy) } catch {
        // Nothing was sent: the next one may do better.
        switch error {
        case .proxyUnreachable, .resolve, .connect: failure = error
        default: throw error
        }
      }
    }
    if let failure { throw failure }
    return try await send(request, through: nil)
  }

  private func send(
    _ request: HTTPRequest, through proxy: String?
  ) async throws(NetworkError) -> HTTPResponse {
    let id = mailbox.newID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = CurlJob(id: id, request: request, proxy: proxy, finish: { continuation.resume(returning: $0) })
        if mailbox.submit(job) { startThread() }
        // A cancel that came before the job found nothing to cancel.
        if Task.isCancelled { mailbox.cancel(id) }
      }
    } onCancel: {
      mailbox.cancel(id)
    }
    return try result.get()
  }

  private func startThread() {
    let loop = CurlLoop(configuration: configuration, mailbox: mailbox)
    let thread = Thread { loop.run() }
    thread.name = "kurs-network"
    thread.start()
  }
}
