// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes a value as JSON text. Members keep their order, and numbers keep their original text.
public struct JSONWriter: Sendable {
  public enum Layout: Sendable {
    case compact
    case pretty
  }

  private let layout: Layout

  public init(_ layout: Layout = .compact) {
    self.layout = layout
  }

  public func text(of value: JSONValue) -> String {
    var text = ""
    write(value, indent: 0, to: &text)
    return text
  }
}

extension JSONWriter {
  private func write(_ value: JSONValue, indent: Int, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .number(let number): text += number.text
    case .string(let string): write(string, to: &text)
    case .array(let elements):
      enclose("[", "]", elements, indent, &text) { element, text in
        write(element, indent: indent + 1, to: &text)
      }
    case .object(let object):
      enclose("{", "}", object.members, indent, &text) { member, text in
        write(member.key, to: &text)
        text += layout == .pretty ? ": " : ":"
        write(member.value, indent: indent + 1, to: &text)
      }
    }
  }

  private func enclose<Part>(
    _ opening: String, _ closing: String, _ parts: [Part], _ indent: Int, _ text: inout String,
    write: (Part, inout String) -> Void
  ) {
    text += opening
    for (place, part) in parts.enumerated() {
      if place > 0 { text += "," }
      breakLine(indent + 1, &text)
      write(part, &text)
    }
    if !parts.isEmpty { breakLine(indent, &text) }
    text += closing
  }

  private func breakLine(_ indent: Int, _ text: inout String) {
    guard layout == .pretty else { return }
    text += "\n" + String(repeating: "  ", count: indent)
  }

  private func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}":
        text += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
