// SPDX-License-Identifier: GPL-3.0-or-later

public enum SettingsValue: Hashable, Sendable {
  case flag(Bool)
  case number(Int)
  case text(String)
  case list([String])
  case map([String: String])

  /// The value as text for the terminal, for example `true`, `20`, `ecb,nbp`, `$=CAD,kr=SEK`.
  public var plain: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): text
    case .list(let items): items.joined(separator: ",")
    case .map(let items): items.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }
  }

  /// Reads text as a value of the same type as `self`. Nil if the text doesn't fit.
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

/// Reads and writes GVariant text, as in GSettings: https://docs.gtk.org/glib/gvariant-text-format.html
extension SettingsValue {
  /// The value in GVariant text, as `g_variant_print` writes it without type annotations.
  public var variant: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): Self.quoted(text)
    case .list(let items): "[" + items.map(Self.quoted).joined(separator: ", ") + "]"
    case .map(let items):
      "{" + items.sorted { $0.key < $1.key }
        .map { Self.quoted($0.key) + ": " + Self.quoted($0.value) }.joined(separator: ", ") + "}"
    }
  }

  public func reading(variant text: String) -> SettingsValue? {
    var reader = VariantReader(text)
    guard let value = reader.value(like: self), reader.isAtEnd else { return nil }
    return value
  }

  private static func quoted(_ text: String) -> String {
    let quote: Character = text.contains("'") ? "\"" : "'"
    var written = String(quote)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": written += "\\\\"
      case "\n": written += "\\n"
      case "\t": written += "\\t"
      case "\r": written += "\\r"
      case _ where Character(scalar) == quote: written += "\\\(quote)"
      case _ where scalar.properties.generalCategory == .control:
        written += "\\u" + scalar.value.digits(4, radix: 16)
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written + String(quote)
  }
}

private struct VariantReader {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
    skipSpace()
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func value(like shape: SettingsValue) -> SettingsValue? {
    switch shape {
    case .flag:
      if take("true") { return .flag(true) }
      return take("false") ? .flag(false) : nil
    case .number: return number().map { .number($0) }
    case .text: return text().map { .text($0) }
    case .list:
      _ = take("@as")
      return items("[", "]") { $0.text() }.map { .list($0) }
    case .map:
      _ = take("@a{ss}")
      let pairs = items("{", "}") { reader -> (String, String)? in
        guard let key = reader.text(), reader.take(":"), let value = reader.text() else { return nil }
        return (key, value)
      }
      return pairs.map { .map(Dictionary($0, uniquingKeysWith: { _, last in last })) }
    }
  }

  private mutating func items<T>(
    _ open: String, _ close: String, _ item: (inout VariantReader) -> T?
  ) -> [T]? {
    guard take(open) else { return nil }
    var items: [T] = []
    if take(close) { return items }
    repeat {
      guard let item = item(&self) else { return nil }
      items.append(item)
    } while take(",")
    return take(close) ? items : nil
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { "+-0123456789".unicodeScalars.contains($0) }
    guard let number = Int(String(digits)) else { return nil }
    rest = rest.dropFirst(digits.count)
    skipSpace()
    return number
  }

  private mutating func text() -> String? {
    guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote {
        skipSpace()
        return String(text)
      }
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      guard let escaped = escape() else { return nil }
      text.append(escaped)
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let letter = rest.popFirst() else { return nil }
    switch letter {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "a": return "\u{07}"
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "v": return "\u{0B}"
    case "u": return hexadecimal(4)
    case "U": return hexadecimal(8)
    default: return letter
    }
  }

  private mutating func hexadecimal(_ count: Int) -> Unicode.Scalar? {
    let digits = rest.prefix(count)
    guard digits.count == count, let value = UInt32(String(digits), radix: 16) else { return nil }
    rest = rest.dropFirst(count)
    return Unicode.Scalar(value)
  }

  mutating func take(_ word: String) -> Bool {
    guard rest.starts(with: word.unicodeScalars) else { return false }
    rest = rest.dropFirst(word.unicodeScalars.count)
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    rest = rest.drop { " \t\n\r".unicodeScalars.contains($0) }
  }
}
