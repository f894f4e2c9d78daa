// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

public enum KeyPlacement: Hashable, Sendable {
  case none
  case query(String)
  case header(String)
  case path
}

/// The user's key for one provider. It is never printed, logged or stored with a response.
public struct ProviderKey: Sendable, CustomStringConvertible, CustomReflectable {
  let secret: String

  /// Creates a key of letters, digits, `-`, `_` and `.`. Nil for other characters, which could change a URL's meaning.
  public init?(_ secret: String) {
    guard (1...256).contains(secret.utf8.count),
      secret.utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }), !secret.allSatisfy({ $0 == "." })
    else { return nil }
    self.secret = secret
  }

  public func blanked(in text: String) -> String {
    guard var rest = text.firstRange(of: secret).map({ ($0, text[...]) }) else { return text }
    var blanked = ""
    while true {
      blanked += rest.1[..<rest.0.lowerBound] + "•••"
      let after = rest.1[rest.0.upperBound...]
      guard let next = after.firstRange(of: secret) else { return blanked + after }
      rest = (next, after)
    }
  }

  public var description: String { "ProviderKey(…)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest {
  /// Adds the user's key. Throws if the connection isn't encrypted, because other people could read the key.
  mutating func add(_ key: ProviderKey, _ placement: KeyPlacement) throws(APIError) {
    guard url.hasPrefix("https://") || url.hasPrefix("http://127.0.0.1:") || url.hasPrefix("http://[::1]:") else {
      throw .unreachable(.security)
    }
    secret = key.secret
    switch placement {
    case .none: break
    case .query(let name): url += (url.contains("?") ? "&" : "?") + "\(name)=\(key.secret)"
    case .header(let name): headers[name] = key.secret
    case .path: url = url.replacing("{key}", with: key.secret)
    }
  }
}
