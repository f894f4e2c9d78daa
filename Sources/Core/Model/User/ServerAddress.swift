// SPDX-License-Identifier: GPL-3.0-or-later

public struct ServerAddress: Hashable, Sendable {
  public enum Problem: Error, Hashable, Sendable {
    /// The text isn't a web address, for example because it has another scheme or no host.
    case malformed
    /// The address uses plain http to another computer, so other people could read the data and the key.
    case insecure
    /// The address contains a user name, password, query or fragment.
    case tooMuch
  }

  /// The address without a trailing slash or the scheme's usual port, and with a lower-case host.
  public let text: String

  public init?(_ typed: String) {
    guard case .success(let address) = Self.reading(typed) else { return nil }
    self = address
  }

  private init(text: String) {
    self.text = text
  }

  public static func reading(_ typed: String) -> Result<ServerAddress, Problem> {
    let start = typed.drop { $0 == " " }
    var rest = Substring(String(start.reversed().drop { " /".contains($0) }.reversed()))
    var scheme = "https"
    if let colon = rest.firstRange(of: "://") {
      scheme = rest[..<colon.lowerBound].lowercased()
      rest = rest[colon.upperBound...]
    } else if let colon = rest.firstIndex(of: ":"), otherSchemes.contains(rest[..<colon].lowercased()) {
      return .failure(.malformed)
    }
    guard !rest.contains(where: { "?#@\\".contains($0) }) else { return .failure(.tooMuch) }
    let (place, path) = (rest.prefix { $0 != "/" }.lowercased(), rest.drop { $0 != "/" })
    guard scheme == "https" || scheme == "http", rest.utf8.count <= 1024, let (host, port) = split(place[...]),
      isHost(host), isPort(port), path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .failure(.malformed) }
    guard scheme == "https" || ["127.0.0.1", "[::1]", "localhost"].contains(host) else { return .failure(.insecure) }
    let usual = scheme == "https" ? ":443" : ":80"
    let end = port.map { ":\($0)" == usual } ?? false ? usual.count : 0
    return .success(ServerAddress(text: "\(scheme)://\(place.dropLast(end))\(path)"))
  }

  /// The schemes that would otherwise be read as a host with a port.
  private static let otherSchemes: Set<String> = [
    "about", "blob", "data", "file", "ftp", "http", "https", "javascript", "mailto", "tel", "urn", "ws", "wss",
  ]

  private static func split(_ text: Substring) -> (host: String, port: Substring?)? {
    if text.first == "[" {
      guard let close = text.firstIndex(of: "]") else { return nil }
      let (host, behind) = (String(text[...close]), text[text.index(after: close)...])
      if behind.isEmpty { return (host, nil) }
      return behind.first == ":" ? (host, behind.dropFirst()) : nil
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count <= 2 ? (String(parts[0]), parts.count == 2 ? parts[1] : nil) : nil
  }

  private static func isHost(_ host: String) -> Bool {
    if host.first == "[" { return host.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".contains($0) } }
    return !host.isEmpty && !host.hasPrefix(".") && !host.hasPrefix("-")
      && host.utf8.allSatisfy { byte in
        // Letters outside ASCII are allowed, because libcurl converts the host to ASCII.
        byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      }
  }

  private static func isPort(_ port: Substring?) -> Bool {
    guard let port else { return true }
    return UInt16(String(port)).map { $0 > 0 } ?? false
  }
}

public struct ServiceTerms: Hashable, Sendable {
  /// The operator's message to all members, without characters that could harm the display.
  public var message = ""
  /// The oldest version of Kurs that may sync. Nil if every version may sync.
  public var oldestClient: ReleaseNumber?
  public var limits = ServiceLimits()

  public init() {}
}

public struct ServiceLimits: Hashable, Sendable {
  /// The most bytes of a picture.
  public var picture = 1_048_576
  /// The most UTF-8 bytes of a property's value in an object. Longer values aren't synced.
  public var value = 262_144
  public var changes = 1000
  /// The most bytes of a request with reports.
  public var report = 1_048_576

  public init() {}
}

/// A version such as `1.4.0`. Text after a dash is ignored.
public struct ReleaseNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let numbers: [Int]

  public init?(_ text: String) {
    let parts = text.prefix { $0 != "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter { $0 >= 0 }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.numbers = numbers + Array(repeating: 0, count: 3 - numbers.count)
  }

  public var description: String { numbers.map(String.init).joined(separator: ".") }

  public static func < (a: ReleaseNumber, b: ReleaseNumber) -> Bool {
    a.numbers.lexicographicallyPrecedes(b.numbers)
  }
}
