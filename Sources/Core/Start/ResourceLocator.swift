// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
public import KursWorkflow

/// Finds the read-only files that come with Kurs, installed under any prefix or run from its build folder.
///
/// Not `Bundle.module`: its accessor stops the program once installed elsewhere.
public struct ResourceLocator: Sendable {
  private let roots: [String]

  /// `executable`: the running program's own path. Looked at in turn: `$KURS_DATADIR`, `data` in a folder above
  /// the executable, `../share/kurs` beside it, and `kurs` in each of `$XDG_DATA_DIRS`.
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

  /// `path` if there is something at it.
  public static func folder(_ path: String) -> String? { FileManager.default.fileExists(atPath: path) ? path : nil }

  /// The first that exists; throws `.dataMissing` with the folders that were searched.
  public func path(of name: String) throws(StartFailure) -> String {
    for root in roots where FileManager.default.fileExists(atPath: "\(root)/\(name)") { return "\(root)/\(name)" }
    throw .dataMissing(name: name, searched: roots)
  }

  /// The bytes of a schema's file; a provider's stands in the provider's folder where Kurs is not installed.
  public func schema(_ file: String) -> [UInt8]? {
    if let bytes = try? bytes(of: "schemas/\(file)") { return bytes }
    guard let providers = try? path(of: "schemas/providers"),
      let folders = try? FileManager.default.contentsOfDirectory(atPath: providers)
    else { return nil }
    let found = folders.lazy.compactMap { FileManager.default.contents(atPath: "\(providers)/\($0)/\(file)") }
    return found.first.map { [UInt8]($0) }
  }

  /// The file's bytes; throws `.dataMissing` where it is not there or cannot be read.
  public func bytes(of name: String) throws(StartFailure) -> [UInt8] {
    let path = try path(of: name)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .dataMissing(name: name, searched: [path])
    }
    return [UInt8](data)
  }
}

extension ResourceLocator {
  /// The folder of the program's translations: `$KURS_LOCALEDIR`, else `share/locale` beside the program's own.
  ///
  /// Nil where there is none; gettext then looks in its own place.
  public static func localeFolder(environment: [String: String], executable: String) -> String? {
    if let folder = environment["KURS_LOCALEDIR"], folder.hasPrefix("/") { return folder }
    let prefix = executable.split(separator: "/").dropLast(2).joined(separator: "/")
    return folder("/\(prefix)/share/locale")
  }
}
