// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
  var variant: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}

extension [String] {
  /// Returns an array of this type in GVariant's text form. The elements are already in that form.
  func variant(_ type: String) -> String { isEmpty ? "@\(type) []" : "[\(joined(separator: ", "))]" }
}
