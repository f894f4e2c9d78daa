// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
  /// The text with each `{name}` replaced once; what a value contains is not looked at again.
  public func filled(with values: [String: String]) -> String {
    guard !values.isEmpty else { return self }
    var filled = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}"),
        let value = values[String(rest[rest.index(after: open)..<close])]
      else {
        filled += rest[...open]
        rest = rest[rest.index(after: open)...]
        continue
      }
      filled += rest[..<open] + value
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}
