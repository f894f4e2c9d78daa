// SPDX-License-Identifier: GPL-3.0-or-later

enum LoopbackRequest: Hashable {
  case incomplete
  case target(String)
  case refused(Int)

  static let limit = 16_384

  /// Parses the request line and headers (RFC 9112, sections 2 to 5).
  static func reading(_ bytes: [UInt8], port: Int) -> LoopbackRequest {
    guard let end = ending(of: bytes) else {
      if bytes.count > limit { return .refused(431) }
      return bytes.prefix(8).allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A }
        ? .incomplete : .refused(400)
    }
    guard end <= limit else { return .refused(431) }
    guard let text = String(validating: bytes[..<end], as: UTF8.self) else { return .refused(400) }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .refused(400) }
    // Prevent DNS rebinding: the browser sends a foreign host name here if that name resolves to 127.0.0.1.
    let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
    guard hosts.count == 1, hosts[0].dropFirst(5).filter({ $0 != " " && $0 != "\t" }) == "127.0.0.1:\(port)" else {
      return .refused(hosts.count == 1 ? 421 : 400)
    }
    return words[0] == "GET" ? .target(String(words[1])) : .refused(405)
  }

  private static func ending(of bytes: [UInt8]) -> Int? {
    let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }
}
