// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct CallerAddressTests {
  @Test("IPv6 addresses of one subscriber are counted as one address", arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:0:1::5", "20010db800000001"),
      ("2001:db8:0:1:ffff::9", "20010db800000001"), ("fe80::1%eth0", "fe80000000000000"), ("", ""), ("someone", ""),
      ("192.0.2.1\u{301}", ""), (String(repeating: "1", count: 100_000), ""),
    ])
  func ipv6AddressesOfOneSubscriberAreCountedAsOneAddress(text: String, expected: String) {
    #expect(CallerAddress(text).text == expected)
  }

  @Test(
    "a network address is counted without its port",
    arguments: [
      ("192.0.2.1:5678", "192.0.2.1"), ("10.0.0.1, 192.0.2.1:5678", "192.0.2.1"), ("[2001:db8:0:1::5]:443", "20010db800000001"),
      ("[2001:db8:0:1::5]", "20010db800000001"), ("2001:db8:0:1::5", "20010db800000001"), ("[", ""), (":", ""),
      ("unknown", ""), ("someone:80", ""),
    ])
  func aNetworkAddressIsCountedWithoutItsPort(list: String, expected: String) {
    #expect(CallerAddress(lastOf: list).text == expected)
  }

  @Test("the last forwarded address is used, because the proxy added it")
  func theLastForwardedAddressIsUsedBecauseTheProxyAddedIt() {
    #expect(CallerAddress(lastOf: "10.0.0.1, 192.0.2.1").text == "192.0.2.1")
    #expect(CallerAddress(lastOf: "").text == "")
  }
}
