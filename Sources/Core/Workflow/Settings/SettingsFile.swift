// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
public import KursModel
import KursStorage

/// Reads and writes the key file of GSettings without GLib, because loading GIO is slow (docs/STORAGE.md).
public struct SettingsFile: SettingsStore {
  public static let group = "Kurs"
  static let limit = 65_536

  public let path: String
  private let clock: @Sendable () -> Timestamp

  public init(path: String, clock: @escaping @Sendable () -> Timestamp) {
    self.path = path
    self.clock = clock
  }

  public func read() -> SettingsReading {
    var status = stat()
    if stat(path, &status) != 0, [ENOENT, ENOTDIR].contains(errno) { return Self.reading(of: Self.empty) }
    guard status.st_mode & S_IFMT == S_IFREG, let data = FileManager.default.contents(atPath: path) else {
      var reading = Self.reading(of: Self.empty)
      reading.problems = [.notReadable(path: path)]
      return reading
    }
    let (file, problems) = Self.parsed(data)
    var reading = Self.reading(of: file)
    reading.problems = problems + reading.problems
    guard !reading.problems.isEmpty else { return reading }
    reading.recoveredFile = OpeningLock.withLock(in: folder) {
      guard FileManager.default.contents(atPath: path) == data else { return nil }
      return saveDamaged(data, leaving: file, without: reading.problems)
    }
    return reading
  }

  public func write(_ settings: Settings, over before: Settings) throws(FileFailure) {
    try makeFolder()
    // Without the lock, a change that another program makes between reading and writing would be lost.
    let written = OpeningLock.withLock(in: folder) {
      Result { () throws(FileFailure) in
        var file = try current()
        for key in settings.keys(differingFrom: before) { file[key.name] = key.value(in: settings).variant }
        let text = Array(file.text.utf8)
        // guards S32
        guard text.count <= Self.limit else { throw .tooLong(path: path, limit: Self.limit) }
        try WholeFile.write(text, to: path, for: .user)
      }
    }
    try written.get()
  }

  /// Returns a stream without values. Use GSettings to receive changes.
  public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

  private static var empty: KeyFile { KeyFile("", group: group) }

  /// Returns the file's content, empty if no file exists. Throws if the file is unreadable, so that it isn't replaced.
  private func current() throws(FileFailure) -> KeyFile {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard [ENOENT, ENOTDIR].contains(errno) else { throw .notReadable(path: path) }
      return Self.empty
    }
    // A pipe is not read, because reading might wait forever.
    guard status.st_mode & S_IFMT == S_IFREG, let data = FileManager.default.contents(atPath: path) else {
      throw .notReadable(path: path)
    }
    return Self.parsed(data).0
  }

  private static func parsed(_ data: Data) -> (KeyFile, [SettingsProblem]) {
    guard data.count <= limit else { return (empty, [.tooLarge(limit: limit)]) }
    let file = KeyFile(String(decoding: data, as: UTF8.self), group: group)
    return (file, file.unreadable.map { .line($0) })
  }

  private static func reading(of file: KeyFile) -> SettingsReading {
    var reading = SettingsReading()
    for key in SettingsKey.all {
      guard let text = file[key.name] else {
        reading.missing.insert(key)
        continue
      }
      let shape = key.value(in: reading.settings)
      guard let value = shape.reading(variant: text), key.set(value, in: &reading.settings) else {
        reading.problems.append(.value(key: key.name))
        reading.missing.insert(key)
        continue
      }
    }
    return reading
  }

  /// Copies the damaged file, then keeps only its readable lines. Returns the copy's path, or nil on failure.
  private func saveDamaged(_ data: Data, leaving file: KeyFile, without problems: [SettingsProblem]) -> String? {
    let now = clock()
    let recovered = "\(path).\(now.day)-\(now.milliseconds % 86_400_000).aside"
    var file = file
    for case .value(let key) in problems { file[key] = nil }
    do {
      try WholeFile.write(Array(data), to: recovered, for: .user)
      try WholeFile.write(Array(file.text.utf8), to: path, for: .user)
      return recovered
    } catch {
      return nil
    }
  }

  private var folder: String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }

  private func makeFolder() throws(FileFailure) {
    do { try PrivateFolder.make(folder) } catch {
      if case .diskFull = error { throw .diskFull(path: folder) }
      throw .notAllowed(path: folder)
    }
  }
}

public actor UnsavedSettings: SettingsStore {
  private var settings: Settings

  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  public func read() -> SettingsReading { SettingsReading(settings) }
  public func write(_ settings: Settings, over before: Settings) { self.settings = settings }
  public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

/// Reads and changes one group of a key file. Keeps all other readable lines, as GLib's GKeyFile does
/// (https://specifications.freedesktop.org/desktop-entry-spec/latest/basic-format.html).
private struct KeyFile: Equatable {
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
