// SPDX-License-Identifier: GPL-3.0-or-later
import CCurl

/// Sets options on a handle and records the first that was refused.
struct CurlOptions {
  let easy: UnsafeMutableRawPointer
  private(set) var fault: NetworkError?

  /// Sets the options common to all transfers.
  mutating func apply(_ configuration: CurlConfiguration) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    // libcurl would send every header except Authorization to another origin, and turn a POST into a GET.
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_SSL_VERIFYPEER, 1)  // guards X01, X02: 1 => 0
    set(CURLOPT_SSL_VERIFYHOST, 2)  // guards X01: 2 => 0
    // Enumerators in some versions of libcurl, macros of type int or long in others.
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))  // guards X01: Int(CURL_SSLVERSION_TLSv1_2) => Int(CURL_SSLVERSION_TLSv1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Without this a cancelled transfer waits for a resolver thread that may hang for seconds.
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

  /// Sets the options of this request, without headers.
  mutating func apply(_ request: HTTPRequest) {
    // The host in ASCII, as in the origin check, because libcurl converts other letters by the locale.
    set(CURLOPT_URL, Origin.ascii(request.url) ?? request.url)
    set(CURLOPT_CONNECTTIMEOUT_MS, request.timeouts.connect.milliseconds)
    set(CURLOPT_TIMEOUT_MS, request.timeouts.total.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, request.timeouts.minimumBytesPerSecond)
    set(CURLOPT_LOW_SPEED_TIME, max(1, request.timeouts.stall.milliseconds / 1000))
    // Bytes stay as sent. Decoding is our own step (see BodyDecoder).
    set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    // libcurl repeats a request if a kept connection is dead, but a command must not run twice.
    if !request.method.isIdempotent, request.headers["Idempotency-Key"] == nil {
      set(CURLOPT_FRESH_CONNECT, 1)
    }
    apply(request.method, body: request.body)
  }

  /// The request's headers as a libcurl list. The caller frees it after the transfer.
  mutating func headerList(
    _ headers: HTTPHeaders, _ configuration: CurlConfiguration
  ) -> UnsafeMutablePointer<curl_slist>? {
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if headers["Accept"] == nil { lines.append("Accept: \(configuration.accept)") }
    if headers["Accept-Encoding"] == nil { lines.append("Accept-Encoding: \(BodyDecoder.offer)") }
    // A name without a value keeps libcurl from adding its own.
    lines.append("Expect:")
    if headers["Content-Type"] == nil { lines.append("Content-Type:") }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = kurs_curl_slist_append(list, line) else {
        fault = .malformedRequest
        return list
      }
      list = longer
    }
    return list
  }

  /// Sets the list, which libcurl reads until the transfer ends.
  mutating func setHeaders(_ list: UnsafeMutablePointer<curl_slist>?) {
    note(kurs_curl_easy_set_list(easy, CURLOPT_HTTPHEADER, list))
  }

  mutating func setCallbacks(
    header: @escaping curl_write_callback, body: @escaping curl_write_callback,
    context: UnsafeMutableRawPointer
  ) {
    note(kurs_curl_easy_set_callback(easy, CURLOPT_HEADERFUNCTION, header, CURLOPT_HEADERDATA, context))
    note(kurs_curl_easy_set_callback(easy, CURLOPT_WRITEFUNCTION, body, CURLOPT_WRITEDATA, context))
  }
}

extension CurlOptions {
  private mutating func apply(_ method: HTTPMethod, body: [UInt8]) {
    if method == .get, body.isEmpty { return set(CURLOPT_HTTPGET, 1) }
    if method == .head { return set(CURLOPT_NOBODY, 1) }
    set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    guard !body.isEmpty || [.post, .put, .patch].contains(method) else { return }
    note(kurs_curl_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    body.withUnsafeBytes { bytes in
      // A null pointer would mean "read the body from standard input".
      if let start = bytes.baseAddress {
        note(kurs_curl_easy_set_bytes(easy, CURLOPT_COPYPOSTFIELDS, start))
      } else {
        set(CURLOPT_COPYPOSTFIELDS, "")
      }
    }
  }

  private mutating func set(_ option: CURLoption, _ value: Int) {
    note(kurs_curl_easy_set_long(easy, option, value))
  }

  private mutating func set(_ option: CURLoption, _ value: String) {
    note(kurs_curl_easy_set_string(easy, option, value))
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
