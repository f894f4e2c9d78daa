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
