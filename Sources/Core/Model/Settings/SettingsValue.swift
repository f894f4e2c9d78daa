// SPDX-License-Identifier: GPL-3.0-or-later

/// A setting as it is written down: one of the five shapes that the schema uses.
public enum SettingsValue: Hashable, Sendable {
  case flag(Bool)
  case number(Int)
  case text(String)
  case list([String])
  case map([String: String])

  /// As typed and printed in a terminal: `true`, `20`, `ecb,nbp`, `$=CAD,kr=SEK`.
  public var plain: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): text
    case .list(let items): items.joined(separator: ",")
    case .map(let items): items.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }
  }

  /// Reads what was typed in the shape of `self`; nil where it is none.
  public func reading(plain text: String) -> SettingsValue? {
    let isSpace = { (character: Character) in character == " " }
    switch self {
    case .flag:
      switch text {
      case "true", "on", "yes": return .flag(true)
      case "false", "off", "no": return .flag(false)
      default: return nil
      }
    case .number: return Int(text).map { .number($0) }
    case .text: return .text(text)
    case .list: return .list(text.split(separator: ",").map { $0.trimmed(of: isSpace) })
    case .map:
      var items: [String: String] = [:]
      for item in text.split(separator: ",") {
        guard let equals = item.firstIndex(of: "=") else { return nil }
        items[item[..<equals].trimmed(of: isSpace)] = item[item.index(after: equals)...].trimmed(of: isSpace)
      }
      return .map(items)
    }
  }
}
