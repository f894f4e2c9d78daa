// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

/// A shipped file that was looked for in vain, and where.
public struct MissingData: Error, Equatable {
  /// The file or folder.
  public let name: String
  /// Each place looked at, in order.
  public let places: [String]
}

/// Finds the files that the program ships: installed under any prefix, or uninstalled in its own source folder.
public struct DataLocator: Sendable {
  private let environment: [String: String]
  private let executable: String

  /// Looks from this executable's place; the running one's by default.
  public init(environment: [String: String], executable: String? = nil) {
    self.environment = environment
    self.executable = executable ?? System.executable()
  }

  /// The first place that has the file or folder.
  public func find(_ name: String) throws(MissingData) -> String {
    let places = places(of: name)
    for place in places where Self.exists(place) { return place }
    throw MissingData(name: name, places: places)
  }

  /// Every place that is looked at, in order.
  public func places(of name: String) -> [String] {
    var places: [String] = []
    if let folder = environment["KURS_DATADIR"], folder.hasPrefix("/") { places.append("\(folder)/\(name)") }
    if let root = sourceRoot { places += ["\(root)/.build/data/\(name)", "\(root)/data/\(name)"] }
    places.append("\(Self.parent(Self.parent(executable)))/share/kurs/\(name)")
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    for folder in shared.split(separator: ":") where folder.hasPrefix("/") {
      places.append("\(folder)/kurs/\(name)")
    }
    return places
  }

  /// The folder of the program's translations, if there is one.
  public func localeFolder() -> String? {
    if let folder = environment["KURS_LOCALEDIR"], folder.hasPrefix("/") { return folder }
    let beside = "\(Self.parent(Self.parent(executable)))/share/locale"
    return Self.exists(beside) ? beside : nil
  }
}

extension DataLocator {
  /// The folder above an uninstalled executable that holds the sources' `data/ui`.
  private var sourceRoot: String? {
    var folder = Self.parent(executable)
    while folder.count > 1 {
      if Self.exists("\(folder)/data/ui") && Self.exists("\(folder)/Package.swift") { return folder }
      folder = Self.parent(folder)
    }
    return nil
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func exists(_ path: String) -> Bool { g_file_test(path, G_FILE_TEST_EXISTS) != 0 }
}
