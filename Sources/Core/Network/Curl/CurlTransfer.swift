// SPDX-License-Identifier: GPL-3.0-or-later
import CCurl

/// One transfer's handle and all it points to; used only on the network thread.
final class CurlTransfer {
  /// The request it belongs to.
  let job: CurlJob
  /// Its handle, owned.
  let easy: UnsafeMutableRawPointer
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var collector: ResponseCollector
  /// The proxy that the request goes through; nil for none.
  private let proxy: String?

  /// Fails when libcurl is too old for an option, or cannot take the request's.
  init(_ job: CurlJob, _ configuration: CurlConfiguration) throws(NetworkError) {
    guard let easy = kurs_curl_easy_init() else { throw .libraryMissing }
    self.job = job
    self.easy = easy
    proxy = configuration.proxyName(for: job.request.url, named: job.proxy)
    // A caller that names encodings gets the bytes as sent.
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

  /// The caller's result for libcurl's final code.
  func result(_ code: CURLcode) -> Result<HTTPResponse, NetworkError> {
    if let refusal = collector.refusal { return .failure(refusal) }
    guard code == CURLE_OK else { return .failure(failure(code)) }  // guards C10
    guard collector.isWhole else { return .failure(.truncated) }
    return collector.response(url: job.request.url).map(Result.success) ?? .failure(.connectionLost)
  }
}

extension CurlTransfer {
  private func failure(_ code: CURLcode) -> NetworkError {
    guard let proxy else { return NetworkError(code) }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY: return .proxyUnreachable(proxy)
    case CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
      let status = kurs_curl_easy_connect_status(easy)
      return status >= 300 ? .proxyRefused(proxy, status: Int(status)) : NetworkError(code)
    default: return NetworkError(code)
    }
  }

  /// A count other than the one offered makes libcurl end the transfer.
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
