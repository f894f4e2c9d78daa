// SPDX-License-Identifier: GPL-3.0-or-later

/// One element of an XML document: name with prefix as written, attributes, children, and the text directly in it.
struct XMLElement: Equatable, Sendable {
  let name: String
  let attributes: [String: String]
  var children: [XMLElement] = []
  var text = ""

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text of the only child of that name; nil if there is none.
  func text(of name: String) -> String? { children.first { $0.name == name }?.text }
}
