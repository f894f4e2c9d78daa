// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries
import Glibc

/// Loads libcurl at its first use. Linking its thirty libraries would slow every start by 4 ms and use 6 MB.
enum CurlLibrary {
  /// The functions of libcurl. Nil if the library or a function is missing, or if the library has no TLS.
  // `nonisolated(unsafe)` is safe here, because the variable is set once, and any thread may call libcurl's functions.
  nonisolated(unsafe) static let functions: UnsafePointer<kurs_curl>? = open()

  private static func open() -> UnsafePointer<kurs_curl>? {
    // Both files are libcurl. The first is built with OpenSSL, and the second with GnuTLS.
    guard let library = dlopen("libcurl.so.4", RTLD_NOW) ?? dlopen("libcurl-gnutls.so.4", RTLD_NOW) else { return nil }
    let curl = UnsafeMutablePointer<kurs_curl>.allocate(capacity: 1)
    curl.initialize(to: kurs_curl())
    guard kurs_curl_fill(curl, library), let version = curl.pointee.curl_version_info(CURLVERSION_FIRST) else {
      return nil
    }
    // Kurs never sends data unencrypted, so a library without TLS is useless.
    guard version.pointee.features & CURL_VERSION_SSL != 0 else { return nil }  // guards X20
    guard curl.pointee.curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK else { return nil }
    return UnsafePointer(curl)
  }
}

/// A set of transfers that libcurl runs together. Other threads may call only `wakeUp`.
struct CurlMulti {
  let curl: UnsafePointer<kurs_curl>
  private let handle: UnsafeMutableRawPointer

  init?() {
    guard let curl = CurlLibrary.functions, let handle = curl.pointee.curl_multi_init() else { return nil }
    (self.curl, self.handle) = (curl, handle)
  }

  func limit(connectionsPerHost: Int) {
    _ = kurs_curl_multi_set_long(curl, handle, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
  }

  func add(_ easy: UnsafeMutableRawPointer) -> CURLMcode { curl.pointee.curl_multi_add_handle(handle, easy) }

  func remove(_ easy: UnsafeMutableRawPointer) { _ = curl.pointee.curl_multi_remove_handle(handle, easy) }

  func perform() {
    var running: Int32 = 0
    _ = curl.pointee.curl_multi_perform(handle, &running)
  }

  func sleep(milliseconds: Int32) { _ = curl.pointee.curl_multi_poll(handle, nil, 0, milliseconds, nil) }

  func wakeUp() { _ = curl.pointee.curl_multi_wakeup(handle) }

  func nextDone() -> (easy: UnsafeMutableRawPointer, result: CURLcode)? {
    var left: Int32 = 0
    while let message = curl.pointee.curl_multi_info_read(handle, &left)?.pointee {
      if message.msg == CURLMSG_DONE, let easy = message.easy_handle { return (easy, message.data.result) }
    }
    return nil
  }

  func free() { _ = curl.pointee.curl_multi_cleanup(handle) }
}
