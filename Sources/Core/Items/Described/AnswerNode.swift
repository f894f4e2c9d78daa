// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema

/// A part of an answer, whatever wrote it: members and places of JSON, elements and attributes of XML.
enum AnswerNode {
  case json(JSONValue)
  case element(XMLElement)
  case text(String)

  /// The parts of that name; `*` for all, `@name` for an attribute, a number for a place in a list.
  func children(_ step: String) -> [(name: String, node: AnswerNode)] {
    switch self {
    case .json(let value):
      if step == "*" {
        if let members = value.object?.members { return members.map { ($0.key, .json($0.value)) } }
        return value.array?.enumerated().map { (String($0), .json($1)) } ?? []
      }
      let found = value.array == nil ? value[step] : Int(step).flatMap { value[$0] }
      return found.map { [(step, .json($0))] } ?? []
    case .element(let element):
      if step.hasPrefix("@") { return element.attributes[String(step.dropFirst())].map { [(step, .text($0))] } ?? [] }
      return element.children.filter { step == "*" || $0.name == step || $0.name.hasSuffix(":" + step) }
        .map { ($0.name, .element($0)) }
    case .text: return []
    }
  }

  /// The only part at the end of these steps; nil where there is none.
  func descendant(_ steps: some Sequence<String>) -> AnswerNode? {
    var node: AnswerNode? = self
    for step in steps { node = node?.children(step).first?.node }
    return node
  }

  /// Its text without spaces around; nil where it is neither text nor number.
  var text: String? {
    let text: String? =
      switch self {
      case .json(let value): value.string ?? value.number?.text
      case .element(let element): element.text
      case .text(let text): text
      }
    return text.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }
}
