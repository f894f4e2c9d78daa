// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
  var variant: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}

extension [String] {
  /// An array of this type. Its elements are already in text form.
  func variant(_ type: String) -> String { isEmpty ? "@\(type) []" : "[\(joined(separator: ", "))]" }
}
