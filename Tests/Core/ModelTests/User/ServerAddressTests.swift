// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

@Suite struct ServerAddressTests {
  @Test("a typed server address is normalised to scheme, host, port and path", arguments: [
    ("https://rates.example.org", "https://rates.example.org"), ("rates.example.org", "https://rates.example.org"),
    ("  HTTPS://Rates.Example.org:8443/ ", "https://rates.example.org:8443"),
    ("https://example.org/Frankfurter/", "https://example.org/Frankfurter"), ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("nas:8443", "https://nas:8443"), ("https://nas:443/a", "https://nas/a"),
    ("HTTP://localhost:80", "http://localhost"), ("https://nas:80", "https://nas:80"),
    ("http://[::1]:8080", "http://[::1]:8080"), ("http://localhost", "http://localhost"),
    ("https://[2001:db8::1]", "https://[2001:db8::1]"), ("https://bücher.example", "https://bücher.example"),
  ])
  func aTypedServerAddressIsNormalisedToSchemeHostPortAndPath(typed: String, text: String) {
    #expect(ServerAddress(typed)?.text == text)
  }

  @Test("an insecure or malformed server address is refused", .fault("X15"), arguments: [
    ("http://rates.example.org", ServerAddress.Problem.insecure), ("http://127.0.0.1.example.org", .insecure),
    ("https://me:secret@rates.example.org", .tooMuch), ("https://rates.example.org?key=1", .tooMuch),
    ("https://rates.example.org#x", .tooMuch), ("https://rates.example.org\\@evil.example", .tooMuch),
    ("ftp://rates.example.org", .malformed), ("https://", .malformed), ("https://a b", .malformed),
    ("https://a:b", .malformed), ("https://a:0", .malformed), ("https://a:70000", .malformed), ("https://:80", .malformed),
    ("https://a/b c", .malformed), ("https://a/\n", .malformed), ("https://.example.org", .malformed),
    ("javascript:1", .malformed), ("Data:80", .malformed), ("https:443", .malformed), ("https://[::1", .malformed), ("https://[::1]x", .malformed), ("https://a:1:2", .malformed),
  ])
  func anInsecureOrMalformedServerAddressIsRefused(typed: String, problem: ServerAddress.Problem) {
    guard case .failure(let found) = ServerAddress.reading(typed) else {
      Issue.record("taken: \(typed)")
      return
    }
    #expect(found == problem)
  }
}
