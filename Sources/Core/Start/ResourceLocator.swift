// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
public import KursWorkflow

/// Finds the read-only files of Kurs. Packages and users install them under different prefixes.
public struct ResourceLocator: Sendable {
  private let roots: [String]

  /// Searches `$KURS_DATADIR`, `data` in a folder above the executable, `../share/kurs`, and then `$XDG_DATA_DIRS`.
  public init(environment: [String: String], executable: String) {
    var roots: [String] = []
    if let folder = environment["KURS_DATADIR"], folder.hasPrefix("/") { roots.append(folder) }
    var parts = executable.split(separator: "/")[...]
    while !parts.isEmpty {
      parts = parts.dropLast()
      let folder = "/" + parts.joined(separator: "/")
      if parts.count == executable.split(separator: "/").count - 2 { roots.append("\(folder)/share/kurs") }
      roots.append("\(folder)/data")
    }
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    roots += shared.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/kurs" }
    self.roots = roots
  }

  public static func folder(_ path: String) -> String? { FileManager.default.fileExists(atPath: path) ? path : nil }

  public func path(of name: String) throws(StartFailure) -> String {
    for root in roots where FileManager.default.fileExists(atPath: "\(root)/\(name)") { return "\(root)/\(name)" }
    throw .dataMissing(name: name, searched: roots)
  }

  /// Returns the bytes of a schema. In a source tree, a provider's schema is in the provider's folder.
  public func schema(_ file: String) -> [UInt8]? {
    if let bytes = try? bytes(of: "schemas/\(file)") { return bytes }
    guard let providers = try? path(of: "schemas/providers"),
      let folders = try? FileManager.default.contentsOfDirectory(atPath: providers)
    else { return nil }
    let found = folders.lazy.compactMap { FileManager.default.contents(atPath: "\(providers)/\($0)/\(file)") }
    return found.first.map { [UInt8]($0) }
  }

  public func texts(in folder: String, ending: String) -> [String] {
    guard let path = try? path(of: folder), let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else {
      return []
    }
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
      FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }
  }

  public func bytes(of name: String) throws(StartFailure) -> [UInt8] {
    let path = try path(of: name)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .dataMissing(name: name, searched: [path])
    }
    return [UInt8](data)
  }

  /// Returns `$KURS_LOCALEDIR`, otherwise `share/locale` beside the program. If nil, gettext uses its default.
  public static func localeFolder(environment: [String: String], executable: String) -> String? {
    if let folder = environment["KURS_LOCALEDIR"], folder.hasPrefix("/") { return folder }
    let prefix = executable.split(separator: "/").dropLast(2).joined(separator: "/")
    return folder("/\(prefix)/share/locale")
  }
}
