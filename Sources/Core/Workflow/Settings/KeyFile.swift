// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Reads and changes one group of a key file. Keeps all other readable lines, as GLib's GKeyFile does
/// (https://specifications.freedesktop.org/desktop-entry-spec/latest/basic-format.html).
struct KeyFile: Equatable {
  private enum Line: Equatable {
    case value(key: String, text: String)
    case other(String)
    case group(String)
  }

  private var lines: [Line] = []
  private let group: String
  private(set) var unreadable: [Int] = []

  init(_ text: String, group: String) {
    self.group = group
    var current = String?.none
    let isBlank = { (character: Character) in " \t\r".contains(character) }
    // Splits by scalars, because Swift joins a carriage return and a line feed into one character.
    let rows = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() {
      let line = String(row).trimmed(of: isBlank)
      if line.isEmpty || line.hasPrefix("#") {
        lines.append(.other(line))
      } else if line.hasPrefix("["), line.hasSuffix("]"), line.count > 2 {
        current = String(line.dropFirst().dropLast())
        lines.append(.group(current ?? ""))
      } else if let current, let equals = line.firstIndex(of: "="), equals > line.startIndex,
        !line.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0.value < 0x20 && $0 != "\t" })
      {
        let key = line[..<equals].trimmed(of: isBlank)
        let text = line[line.index(after: equals)...].trimmed(of: isBlank)
        lines.append(current == group ? .value(key: key, text: text) : .other(line))
      } else {
        unreadable.append(index + 1)
      }
    }
    while lines.last == .other("") { lines.removeLast() }
  }

  /// The value of a key. If the key occurs twice, the last value counts, as in GKeyFile.
  subscript(key: String) -> String? {
    get {
      for case .value(key, let text) in lines.reversed() { return text }
      return nil
    }
    set {
      let matches: (Line) -> Bool = { if case .value(key, _) = $0 { true } else { false } }
      guard let text = newValue else { return lines.removeAll(where: matches) }
      let line = Line.value(key: key, text: text)
      if let index = lines.lastIndex(where: matches) { return lines[index] = line }
      if let start = lines.lastIndex(of: .group(group)) {
        let end = lines[(start + 1)...].firstIndex { if case .group = $0 { true } else { false } } ?? lines.endIndex
        return lines.insert(line, at: lines[start..<end].lastIndex { $0 != .other("") }.map { $0 + 1 } ?? end)
      }
      if !lines.isEmpty { lines.append(.other("")) }
      lines += [.group(group), line]
    }
  }

  var text: String {
    lines.map { line in
      switch line {
      case .value(let key, let text): "\(key)=\(text)\n"
      case .other(let line): "\(line)\n"
      case .group(let name): "[\(name)]\n"
      }
    }.joined()
  }
}
