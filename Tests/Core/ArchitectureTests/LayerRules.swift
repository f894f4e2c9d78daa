// SPDX-License-Identifier: GPL-3.0-or-later

extension Rule {
  /// Modules of the toolchain, which need no declared dependency.
  static let toolchain: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationXML", "Dispatch", "Glibc",
    "Synchronization", "Swift", "RegexBuilder", "_Concurrency",
  ]

  static let desktopModules: Set<String> = [
    "CAdwaita", "COpened", "CKursGtk", "KursGtk", "KursBus", "KursDesktop", "KursApp", "CGtk", "CGLib", "Gtk", "GLib",
    "Adw",
  ]

  static let imports = Rule(name: "imports past the arrows of Package.swift") { file, arrows in
    guard file.isSwift, let target = arrows.target(owning: file.path) else { return [] }
    return Set(file.imports).subtracting(toolchain).subtracting(target.dependencies).sorted().map {
      violation(file, "\(target.name) imports \($0) past its arrows", at: "import \($0)")
    }
  }

  static let noDesktopInCore = Rule(name: "the core knows no desktop") { file, _ in
    guard ["Sources/Core/", "Packages/"].contains(where: file.path.hasPrefix) else { return [] }
    return Set(file.imports).intersection(desktopModules).sorted().map {
      violation(file, "\($0) in the core", at: "import \($0)")
    }
  }

  /// Finds a provider's definition or endpoints outside the provider's folder. The folder must hold all code and data
  /// about the provider.
  static let providers = Rule(name: "a provider outside its folder") { file, _ in
    guard file.path.hasPrefix("Sources/"), file.isSwift, file.holds(["= ProviderEndpoints(", "= ProviderDefinition("]) else { return [] }
    let parts = file.path.dropFirst(providerFolder.count).split(separator: "/")
    let isAtHome = file.path.hasPrefix(providerFolder) && parts.count == 2
    return file.lines.indices.compactMap { index in
      let line = file.lines[index]
      guard !isAtHome, line.contains(/= (?:ProviderEndpoints|ProviderDefinition)\(/) else { return nil }
      return Violation(path: file.path, line: index + 1, what: "part of a provider outside its folder")
    }
  }
  static let providerFolder = "Sources/Core/Items/Providers/"

  private static func violation(_ file: SourceFile, _ what: String, at text: String) -> Violation {
    let line = file.lines.firstIndex { $0.contains(text) }
    return Violation(path: file.path, line: (line ?? 0) + 1, what: what)
  }
}
