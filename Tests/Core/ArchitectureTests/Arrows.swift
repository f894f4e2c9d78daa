// SPDX-License-Identifier: GPL-3.0-or-later

/// The targets and dependencies in the text of a Package.swift.
struct Arrows: Equatable {
  struct Target: Equatable {
    let name: String
    let folder: String
    let dependencies: Set<String>
  }

  let targets: [Target]

  init(targets: [Target]) {
    self.targets = targets
  }

  /// `package` is the manifest's folder with a trailing slash. It is empty for the root's manifest.
  init(manifest: String, in package: String = "") {
    let aliases = Self.aliases(in: manifest)
    targets = Self.declarations(in: manifest).map { name, folder, list in
      let quoted = list.matches(of: /"([^"]+)"/).map { String($0.1) }
      let bare = list.replacing(/"[^"]*"/, with: "").matches(of: /\w+/).compactMap { aliases[String($0.0)] }
      return Target(name: name, folder: package + "Sources/" + folder, dependencies: Set(quoted + bare))
    }
  }

  /// Returns the target whose folder contains the file. If several folders do, the longest path decides.
  func target(owning path: String) -> Target? {
    targets.filter { path.hasPrefix($0.folder + "/") }.max { $0.folder.count < $1.folder.count }
  }

  /// Returns all direct and indirect dependencies of a target.
  func reach(of name: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      let direct = targets.first { $0.name == next }?.dependencies ?? []
      pending += direct.subtracting(found)
      found.formUnion(direct)
    }
    return found
  }
}

extension Arrows {
  /// The short names that Package.swift gives to products, as in `let grdb: … = .product(name: "GRDB", …)`.
  private static func aliases(in manifest: String) -> [String: String] {
    let found = manifest.matches(of: /let (\w+): Target\.Dependency = \.product\(name: "(\w+)"/)
    return Dictionary(found.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func declarations(in manifest: String) -> [(name: String, folder: String, list: String)] {
    let layers = manifest.matches(of: /\blayer\(\s*"([\w-]+)",\s*"([^"]+)",\s*\[([^\]]*)\]/).map {
      (String($0.1), String($0.2), String($0.3))
    }
    let plain = /\.\w*(?:arget|ibrary)\(\s*name: "([\w-]+)",(?:\s*dependencies: \[([^\]]*)\],)?\s*path: "Sources\/([^"]+)"/
    let targets = manifest.matches(of: plain).map { (String($0.1), String($0.3), String($0.2 ?? "")) }
    return layers + targets
  }
}
