// SPDX-License-Identifier: GPL-3.0-or-later

/// The features whose types each feature may name. A feature is a subfolder of `folder`.
struct FeatureBorders: Sendable, CustomStringConvertible {
  let folder: String
  /// Features whose types every feature may name. Files directly in `folder` belong to the feature "".
  let common: Set<String>
  let uses: [String: Set<String>]

  var description: String { folder }

  /// Says which other features each feature in `Workflow` may use, as a table in docs/ARCHITECTURE.md does.
  static let workflow = FeatureBorders(
    folder: "Sources/Core/Workflow", common: ["", "Files", "Log", "Rates", "Settings"],
    uses: [
      "Account": ["Icons", "Lists", "Outbox", "Sync", "Telemetry"],
      "Alerts": ["Calculator", "Lists"],
      "Calculator": ["Chart", "Lists", "Telemetry"],
      "Chart": ["Calculator", "Telemetry"],
      "Files": ["Lists"],
      "Lists": ["Calculator"],
      "Log": ["Account", "Sync"],
      "Rates": ["Tables"],
      "Settings": ["Account", "Telemetry"],
      "Start": ["Account", "Calculator"],
      "Sync": ["Lists"],
      "Tables": ["Calculator", "Lists"],
      "Telemetry": ["Account", "Outbox"],
    ])

  /// Only the feature `Shell` may use every window.
  static let app = FeatureBorders(
    folder: "Sources/App", common: ["Shared"],
    uses: [
      "Account": ["Shell"],
      "Alerts": ["CustomRates"],
      "Chart": ["Alerts", "Calculator"],
      "PaymentCheck": ["CustomRates", "Shell"],
      "Settings": ["Alerts"],
      "Shell": [
        "About", "Account", "Alerts", "Calculator", "Chart", "CustomRates", "Lists", "PaymentCheck", "Receipt",
        "Settings", "Start", "Tables",
      ],
      "Tables": ["CustomRates", "Shell"],
    ])
}

extension FeatureBorders {
  /// A type of one feature that is named in a file of another feature.
  struct Crossing: Hashable, CustomStringConvertible {
    let path: String
    let from: String
    let type: String
    let to: String

    var description: String { "\(path): \(from) names \(type) of \(to)" }
  }

  func crossings(in files: [SourceFile]) -> [Crossing] {
    let own = files.filter { $0.isSwift && feature(of: $0.path) != nil }
    var owners: [String: String] = [:]
    var shadows: [String: Set<String>] = [:]
    for file in own {
      let feature = feature(of: file.path) ?? ""
      for type in Self.declarations(in: file) {
        shadows[feature, default: []].insert(type.name)
        if type.isOpen { owners[type.name] = feature }
      }
    }
    return own.flatMap { file in
      let from = feature(of: file.path) ?? ""
      return Self.names(in: file.code).sorted().compactMap { name -> Crossing? in
        guard let to = owners[name], to != from, shadows[from]?.contains(name) != true else { return nil }
        return Crossing(path: file.path, from: from, type: name, to: to)
      }
    }
  }

  func allows(_ crossing: Crossing) -> Bool {
    common.contains(crossing.to) || uses[crossing.from]?.contains(crossing.to) == true
  }

  /// Returns the permissions that no file needs, for example "Chart: Alerts".
  func unneeded(_ found: [Crossing]) -> [String] {
    let needed = Set(found.map { "\($0.from): \($0.to)" })
    return uses.flatMap { from, all in all.map { "\(from): \($0)" } }.filter { !needed.contains($0) }.sorted()
  }

  /// Returns the feature that contains the file. Nil if the file is outside of `folder`.
  private func feature(of path: String) -> String? {
    guard path.hasPrefix(folder + "/") else { return nil }
    let parts = path.dropFirst(folder.count + 1).split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : ""
  }

  /// Returns the declared types. `isOpen` is true if a type is neither private nor inside another type.
  private static func declarations(in file: SourceFile) -> [(name: String, isOpen: Bool)] {
    file.codeLines.compactMap { line in
      guard SourceFile.holds(["struct ", "class ", "enum ", "actor ", "protocol ", "typealias "], in: line),
        let found = line.firstMatch(of: /\b(?:struct|class|enum|actor|protocol|typealias) +([A-Z]\w*)/)
      else { return nil }
      return (String(found.1), !line.hasPrefix(" ") && !line.contains("private "))
    }
  }

  /// Returns the capitalised names in the code, without members such as `Line` in `Chart.Line`.
  private static func names(in code: String) -> Set<String> {
    let words = code.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): false
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."): false
      default: true
      }
    }
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let types = words.filter { $0.first.map(capitals.contains) == true }
    return Set(types.map { String(decoding: $0.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self) })
  }
}
