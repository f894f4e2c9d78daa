// SPDX-License-Identifier: GPL-3.0-or-later

import CLibraries
import Glibc
import class Foundation.Thread

/// Sends requests with libcurl. One thread, which the first request starts, runs all transfers.
public final class CurlTransport: Transport {
  private let configuration: CurlConfiguration
  private let mailbox = CurlMailbox()

  public init(_ configuration: CurlConfiguration) {
    self.configuration = configuration
  }

  deinit {
    mailbox.stop()
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    guard request.isWellFormed else { throw .malformedRequest }  // guards X08
    guard Origin(of: request.url) != nil else { throw .malformedURL }
    let proxies = await configuration.findProxies?(request.url) ?? []
    var failure: NetworkError?
    for proxy in proxies {
      do throws(NetworkError) { return try await send(request, through: proxy) } catch {
        // Try the next proxy after these errors, because they occur before Kurs sends anything.
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
        // If the task was cancelled before the job was added, `onCancel` had no effect, so cancel the job here.
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
    /// The proxy named by `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
    case environment
    case none
    case address(String)
  }

  public var userAgent: String
  public var proxy: Proxy
  /// Returns the desktop's proxies for a URL, in the order to try them. An empty string is a direct connection.
  public var findProxies: (@Sendable (String) async -> [String])?
  public var authoritiesFile: String?
  public var connectionsPerHost: Int

  public init(
    userAgent: String, proxy: Proxy = .environment, authoritiesFile: String? = nil,
    connectionsPerHost: Int = 6
  ) {
    self.userAgent = userAgent
    self.proxy = proxy
    self.authoritiesFile = authoritiesFile
    self.connectionsPerHost = connectionsPerHost
  }
}

extension CurlConfiguration {
  /// Returns the proxy's host and port, for error messages. Nil for a direct connection, which an empty `named` means.
  func proxyName(for url: String, named: String?) -> String? {
    let chosen: String? =
      switch proxy {
      case _ where named != nil: named
      case .none: nil
      case .address(let address): address
      case .environment: Self.environmentProxy(for: url)
      }
    guard let name = chosen, !name.isEmpty else { return nil }
    let authority = name.firstRange(of: "://").map { name[$0.upperBound...] } ?? name[...]
    return String(authority.prefix { $0 != "/" }.split(separator: "@").last ?? "")  // guards X14: authority.prefix { $0 != "/" }.split(separator: "@").last ?? "" => authority.prefix { $0 != "/" }
  }

  /// Returns the proxy for a URL by the rules of https://curl.se/libcurl/c/libcurl-env.html
  private static func environmentProxy(for url: String) -> String? {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
    }
    guard let end = url.firstRange(of: "://") else { return nil }
    let host = url[end.upperBound...].prefix { !"/:?#".contains($0) }.lowercased()
    let exceptions = (value("no_proxy", "NO_PROXY") ?? "").lowercased().split { ", ".contains($0) }
    let isExcepted = exceptions.contains { name in
      let name = name.drop { $0 == "." }
      return name == "*" || host == name || host.hasSuffix("." + name)
    }
    if isExcepted { return nil }
    // Never read HTTP_PROXY, because a visitor's header "Proxy" sets this variable in a CGI program.
    return url.hasPrefix("https:")
      ? value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY") : value("http_proxy", "all_proxy", "ALL_PROXY")
  }
}

/// A transfer of one request. It is used only on the network thread.
final class CurlTransfer {
  let job: CurlJob
  let easy: UnsafeMutableRawPointer
  private let curl: UnsafePointer<kurs_curl>
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var collector: ResponseCollector
  private let proxy: String?

  /// Creates the transfer. Throws if libcurl is too old or refuses an option.
  init(
    _ job: CurlJob, _ configuration: CurlConfiguration, _ curl: UnsafePointer<kurs_curl>
  ) throws(NetworkError) {
    guard let easy = curl.pointee.curl_easy_init() else { throw .libraryMissing }
    self.job = job
    self.easy = easy
    self.curl = curl
    proxy = configuration.proxyName(for: job.request.url, named: job.proxy)
    // Don't decompress if the caller set Accept-Encoding, or if the method is HEAD.
    collector = ResponseCollector(
      limits: job.request.limits,
      decodes: job.request.headers["Accept-Encoding"] == nil && job.request.method != .head)
    var options = CurlOptions(curl: curl, easy: easy)
    options.apply(configuration)
    options.apply(job.request)
    if let proxy = job.proxy { options.use(proxy: proxy) }
    headerList = options.headerList(job.request.headers)
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
    curl.pointee.curl_easy_cleanup(easy)
    curl.pointee.curl_slist_free_all(headerList)
  }

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
    // Check the proxy's status, because libcurl's error code for a refused tunnel differs between versions.
    let status = kurs_curl_connect_status(curl, easy)
    if status >= 300 { return .proxyRefused(proxy, status: Int(status)) }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY: return .proxyUnreachable(proxy)
    default: return NetworkError(code)
    }
  }

  /// Passes bytes to `take`. Returns the number of accepted bytes. If it isn't `count`, libcurl ends the transfer.
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

/// Builds a response from header lines and body pieces, and checks both against the limits.
struct ResponseCollector {
  private enum Phase {
    /// Before the first header line, or after an interim response. The next phase is `headers`.
    case awaitingStatus
    /// After a status line, within the headers. The next phase is `body`.
    case headers
    /// After the empty line. A status line begins a new response, and any other line is a trailer.
    case body
  }

  private let limits: TransferLimits
  private let decodes: Bool
  private var decoder: BodyDecoder?
  private var phase = Phase.awaitingStatus
  private var headerBytes = 0
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var refusal: NetworkError?

  init(limits: TransferLimits, decodes: Bool) {
    self.limits = limits
    self.decodes = decodes
  }

  /// Reads a header line. Returns false to end the transfer.
  mutating func headerReceived(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    headerBytes += line.count
    guard headerBytes <= limits.headerBytes else {
      refusal = .headersTooLarge(limit: limits.headerBytes)
      return false
    }
    let text = String(fieldBytes: line)
    if text.hasPrefix("HTTP/"), phase != .headers {
      startAnswer(text)
    } else if phase == .headers {
      addLine(text, folded: line.first == 32 || line.first == 9)
    }
    return true
  }

  mutating func bodyReceived(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    guard decodes else { return append(piece) }
    if decoder == nil { decoder = BodyDecoder(encoding: headers["Content-Encoding"]) }
    do throws(NetworkError) {
      guard let decoder else { throw .undecodableBody }
      return try decoder.decode(piece) { append($0) }
    } catch {
      refusal = error
      return false
    }
  }

  var isWhole: Bool { decoder?.isWhole ?? true }

  private mutating func append(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    guard body.count + piece.count <= limits.bodyBytes else {
      refusal = .bodyTooLarge(limit: limits.bodyBytes)
      body = []
      return false
    }
    body.append(contentsOf: piece)
    return true
  }

  func response(url: String) -> HTTPResponse? {
    guard status > 0 else { return nil }  // guards X21
    var headers = headers
    if decodes, headers["Content-Encoding"] != nil {
      headers.remove("Content-Encoding")
      headers["Content-Length"] = String(body.count)
    }
    return HTTPResponse(status: status, headers: headers, body: body, url: url)
  }
}

extension ResponseCollector {
  private mutating func startAnswer(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2)
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    headers = HTTPHeaders()
    phase = .headers
  }

  private mutating func addLine(_ line: String, folded: Bool) {
    if line.isEmpty {
      phase = .body
    } else if folded {
      headers.extendLast(with: line)
    } else if let colon = line.firstIndex(of: ":") {
      headers.add(String(line[..<colon]), String(line[line.index(after: colon)...]).trimmingFieldSpace())
    }
  }
}

extension String {
  /// Reads and trims a field value. It is UTF-8 if valid, otherwise Latin-1 (RFC 9110 section 5.5).
  fileprivate init(fieldBytes: UnsafeBufferPointer<UInt8>) {
    let text =
      String(validating: fieldBytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(fieldBytes.map { Unicode.Scalar($0) }))
    self = text.trimmingFieldSpace()
  }

  fileprivate func trimmingFieldSpace() -> String {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 || byte == 10 }
    let bytes = utf8.drop(while: isSpace)
    guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(bytes[...last]) ?? ""
  }
}
