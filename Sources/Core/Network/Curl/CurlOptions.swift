// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries

struct CurlOptions {
  let curl: UnsafePointer<kurs_curl>
  let easy: UnsafeMutableRawPointer
  private(set) var fault: NetworkError?

  mutating func apply(_ configuration: CurlConfiguration) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    // libcurl would send most headers to another origin and turn a POST into a GET, so Kurs follows redirects itself.
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_SSL_VERIFYPEER, 1)  // guards X01, X02: 1 => 0
    set(CURLOPT_SSL_VERIFYHOST, 2)  // guards X01: 2 => 0
    // `Int(…)` is needed, because the types of these constants depend on the version of libcurl.
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))  // guards X01: Int(CURL_SSLVERSION_TLSv1_2) => Int(CURL_SSLVERSION_TLSv1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Without this option, a cancelled transfer waits for a resolver thread, which may hang for seconds.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_USERAGENT, configuration.userAgent)
    switch configuration.proxy {
    case .environment: break
    case .none: set(CURLOPT_PROXY, "")
    case .address(let address): set(CURLOPT_PROXY, address)
    }
    if let file = configuration.authoritiesFile { set(CURLOPT_CAINFO, file) }
  }

  mutating func use(proxy: String) { set(CURLOPT_PROXY, proxy) }

  mutating func apply(_ request: HTTPRequest) {
    // The host must be ASCII, because libcurl's own conversion depends on the locale.
    set(CURLOPT_URL, Origin.ascii(request.url) ?? request.url)
    set(CURLOPT_CONNECTTIMEOUT_MS, request.timeouts.connect.milliseconds)
    set(CURLOPT_TIMEOUT_MS, request.timeouts.total.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, request.timeouts.minimumBytesPerSecond)
    set(CURLOPT_LOW_SPEED_TIME, max(1, request.timeouts.stall.milliseconds / 1000))
    set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    // Use a new connection here, because libcurl repeats a request if a reused connection is dead.
    if !request.method.isIdempotent, request.headers["Idempotency-Key"] == nil {
      set(CURLOPT_FRESH_CONNECT, 1)
    }
    apply(request.method, body: request.body)
  }

  /// Returns the header list. The caller frees it after the transfer.
  mutating func headerList(_ headers: HTTPHeaders) -> UnsafeMutablePointer<curl_slist>? {
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if headers["Accept"] == nil { lines.append("Accept: */*") }
    if headers["Accept-Encoding"] == nil { lines.append("Accept-Encoding: \(BodyDecoder.offer)") }
    // A name without a value removes the default header of libcurl.
    lines.append("Expect:")
    if headers["Content-Type"] == nil { lines.append("Content-Type:") }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl.pointee.curl_slist_append(list, line) else {
        fault = .malformedRequest
        return list
      }
      list = longer
    }
    return list
  }

  mutating func setHeaders(_ list: UnsafeMutablePointer<curl_slist>?) {
    note(kurs_curl_set_pointer(curl, easy, CURLOPT_HTTPHEADER, list))
  }

  mutating func setCallbacks(
    header: @escaping curl_write_callback, body: @escaping curl_write_callback,
    context: UnsafeMutableRawPointer
  ) {
    note(kurs_curl_set_callback(curl, easy, CURLOPT_HEADERFUNCTION, header, CURLOPT_HEADERDATA, context))
    note(kurs_curl_set_callback(curl, easy, CURLOPT_WRITEFUNCTION, body, CURLOPT_WRITEDATA, context))
  }
}

extension CurlOptions {
  private mutating func apply(_ method: HTTPMethod, body: [UInt8]) {
    if method == .get, body.isEmpty { return set(CURLOPT_HTTPGET, 1) }
    if method == .head { return set(CURLOPT_NOBODY, 1) }
    set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    guard !body.isEmpty || [.post, .put, .patch].contains(method) else { return }
    note(kurs_curl_set_size(curl, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    body.withUnsafeBytes { bytes in
      // Never pass a null pointer, because libcurl would then read the body from standard input.
      if let start = bytes.baseAddress {
        note(kurs_curl_set_pointer(curl, easy, CURLOPT_COPYPOSTFIELDS, start))
      } else {
        set(CURLOPT_COPYPOSTFIELDS, "")
      }
    }
  }

  private mutating func set(_ option: CURLoption, _ value: Int) {
    note(kurs_curl_set_long(curl, easy, option, value))
  }

  private mutating func set(_ option: CURLoption, _ value: String) {
    note(kurs_curl_set_pointer(curl, easy, option, value))
  }

  private mutating func note(_ code: CURLcode) {
    guard code != CURLE_OK, fault == nil else { return }
    fault = code == CURLE_UNKNOWN_OPTION ? .libraryMissing : .malformedRequest
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
