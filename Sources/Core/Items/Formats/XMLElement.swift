// SPDX-License-Identifier: GPL-3.0-or-later

struct XMLElement: Equatable, Sendable {
  let name: String
  let attributes: [String: String]
  var children: [XMLElement] = []
  var text = ""

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

  func text(of name: String) -> String? { children.first { $0.name == name }?.text }
}
