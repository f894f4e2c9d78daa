// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// An IPv4 address, or the /64 network of an IPv6 address.
struct CallerAddress: Hashable, Sendable {
  let text: String

  /// Reads an IP address. All invalid texts count as the same caller.
  init(_ address: some StringProtocol) {
    var (four, six) = (in_addr(), in6_addr())
    let typed = address.utf8.count <= 45 ? String(address.prefix { $0 != "%" }) : ""
    if inet_pton(AF_INET, typed, &four) == 1 {
      text = withUnsafeBytes(of: four) { Self.dotted($0[...]) }
    } else if inet_pton(AF_INET6, typed, &six) == 1 {
      text = withUnsafeBytes(of: six) { bytes in
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Self.dotted(bytes[12...]) : Hexadecimal.text(bytes[..<8])
      }
    } else {
      text = ""
    }
  }

  init(lastOf list: String) {
    let last = list.utf8.split(separator: UInt8(ascii: ",")).last.map(Substring.init) ?? ""
    self.init(Self.withoutPort(last.utf8.count <= 64 ? last.filter { $0 != " " } : ""))
  }

  var isKnown: Bool { !text.isEmpty }

  /// Removes a port, which some proxies add: `192.0.2.1:5678`, `[2001:db8::1]:5678`.
  private static func withoutPort(_ address: String) -> Substring {
    if address.hasPrefix("[") { return address.dropFirst().prefix { $0 != "]" } }
    let parts = address.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? parts[0] : address[...]
  }

  private static func dotted(_ bytes: some Sequence<UInt8>) -> String { bytes.map(String.init).joined(separator: ".") }
}
