// SPDX-License-Identifier: GPL-3.0-or-later

import CCurl
import class Foundation.Thread

/// Sends over libcurl. One thread, started by the first request, drives all transfers and keeps connections.
public final class CurlTransport: Transport {
  private let configuration: CurlConfiguration
  private let mailbox = CurlMailbox()

  /// Does no work: library, thread and sockets wait for the first request.
  public init(_ configuration: CurlConfiguration) {
    self.configuration = configuration
  }

  deinit {
    mailbox.stop()
  }

  /// Passes the request to the thread and waits for its response.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    guard request.isWellFormed else { throw .malformedRequest }  // guards X08
    guard Origin(of: request.url) != nil else { throw .malformedURL }
    let proxy = await configuration.findProxy?(request.url)
    let id = mailbox.newID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = CurlJob(id: id, request: request, proxy: proxy, finish: { continuation.resume(returning: $0) })
        if mailbox.submit(job) { startThread() }
        // A cancellation before the job was added found nothing to cancel.
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

public struct CurlConfiguration: Sendable {
  public enum Proxy: Sendable, Equatable {
    /// By `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
    case environment
    /// Directly.
    case none
    /// Through that proxy, whatever the environment says.
    case address(String)
  }

  /// Sent unless a request has its own.
  public var userAgent: String
  /// Sent unless a request has its own.
  public var accept: String
  public var proxy: Proxy
  /// The desktop's proxy for an address, which takes precedence over `proxy`; nil if it has none.
  public var findProxy: (@Sendable (String) async -> String?)?
  /// A file of certificate authorities instead of the system's.
  public var authoritiesFile: String?
  /// The most connections to one host.
  public var connectionsPerHost: Int

  public init(
    userAgent: String, accept: String = "*/*", proxy: Proxy = .environment, authoritiesFile: String? = nil,
    connectionsPerHost: Int = 6
  ) {
    self.userAgent = userAgent
    self.accept = accept
    self.proxy = proxy
    self.authoritiesFile = authoritiesFile
    self.connectionsPerHost = connectionsPerHost
  }
}

/// One transfer's handle and its memory. Used only on the network thread.
final class CurlTransfer {
  let job: CurlJob
  /// Its handle, owned.
  let easy: UnsafeMutableRawPointer
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var collector: ResponseCollector

  /// Throws if libcurl is too old for an option, or refuses the request's.
  init(_ job: CurlJob, _ configuration: CurlConfiguration) throws(NetworkError) {
    guard let easy = kurs_curl_easy_init() else { throw .libraryMissing }
    self.job = job
    self.easy = easy
    // A caller that sets encodings gets the bytes as sent.
    collector = ResponseCollector(
      limits: job.request.limits,
      decodes: job.request.headers["Accept-Encoding"] == nil && job.request.method != .head)
    var options = CurlOptions(easy: easy)
    options.apply(configuration)
    options.apply(job.request)
    if let proxy = job.proxy { options.use(proxy: proxy) }
    headerList = options.headerList(job.request.headers, configuration)
    options.setHeaders(headerList)
    options.setCallbacks(
      header: { bytes, size, count, transfer in
        CurlTransfer.receive(bytes, size * count, transfer) { $0.collector.headerReceived($1) }
      },
      body: { bytes, size, count, transfer in
        CurlTransfer.receive(bytes, size * count, transfer) { $0.collector.bodyReceived($1) }
      }, context: Unmanaged.passUnretained(self).toOpaque())
    if let fault = options.fault { throw fault }
  }

  deinit {
    kurs_curl_easy_cleanup(easy)
    kurs_curl_slist_free(headerList)
  }

  func result(_ code: CURLcode) -> Result<HTTPResponse, NetworkError> {
    if let refusal = collector.refusal { return .failure(refusal) }
    guard code == CURLE_OK else { return .failure(NetworkError(code)) }  // guards C10
    guard collector.isWhole else { return .failure(.truncated) }
    return collector.response(url: job.request.url).map(Result.success) ?? .failure(.connectionLost)
  }
}

extension CurlTransfer {
  /// A count other than the given one makes libcurl end the transfer.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (CurlTransfer, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Int {
    guard let context, let bytes else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let taken = bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
      take(transfer, UnsafeBufferPointer(start: $0, count: count))
    }
    return taken ? count : count &+ 1
  }
}
