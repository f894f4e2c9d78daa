// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

/// A file that could not be used and was kept aside under a dated name, or that lost all of its data.
public struct QuarantinedFile: Hashable, Sendable {
  /// The damaged file.
  public let file: String
  /// The path of the old file; nil if the file was empty or missing although a copy of it has data.
  public let path: String?
  /// The kinds of data that could not be read completely. Empty if none, or if all can be fetched again.
  public let lost: Set<UserPart>
  /// The day of the newest copy from which it may be restored; nil if there is none.
  public let copy: Day?

  public init(file: String, path: String?, lost: Set<UserPart> = [], copy: Day? = nil) {
    (self.file, self.path, self.lost, self.copy) = (file, path, lost, copy)
  }
}

/// A kind of data in the user's file.
public enum UserPart: String, CaseIterable, Sendable {
  /// Saved lists, custom rates, favourites.
  case objects
  case history
  /// The session of the last window.
  case session
  /// Commands that waited for the network.
  case queue
  case accounts
}

/// Replaces a damaged file, keeps it under a dated name, and reports it.
public struct FileRecovery: Sendable {
  /// Which part of a damaged file is copied into the new one.
  enum Salvaged: Sendable { case nothing, answers, everything }

  private let clock: @Sendable () -> Timestamp
  let tell: @Sendable (QuarantinedFile) -> Void
  var salvaged = Salvaged.nothing

  /// `tell`: called for damage found after the opening, on any thread.
  public init(
    clock: @escaping @Sendable () -> Timestamp, tell: @escaping @Sendable (QuarantinedFile) -> Void = { _ in }
  ) {
    (self.clock, self.tell) = (clock, tell)
  }

  /// Renames the file and its log to `name.YYYY-MM-DD-<milliseconds>.aside`, while the opening lock is held.
  ///
  /// The salvaged file is renamed in one step: if the program is killed, the name belongs to the old file or the new
  /// one.
  func replace(_ opener: DatabaseOpener) throws -> QuarantinedFile {
    let (path, now) = (opener.path, clock())
    let aside = "\(path).\(now.day)-\(now.milliseconds % 86_400_000).aside"
    let making = opener.at(path + ".salvaging")
    // Only the user deletes the user's own file.
    defer { if salvaged != .everything { QuarantinedFileLimit.apply(to: path) } }  // guards S02: salvaged != .everything => true
    guard let lost = try salvage(path, into: making) else {
      for suffix in ["", "-wal", "-shm"] { try Self.move(path + suffix, to: aside + suffix) }
      return QuarantinedFile(file: path, path: aside)
    }
    guard link(path, aside) == 0 else {
      Self.remove(making.path)
      throw StorageError.notWritable(path: aside)
    }
    for suffix in ["-wal", "-shm"] { try Self.move(path + suffix, to: aside + suffix) }
    try DurableFile.move(making.path, to: path)
    let parts = UserPart.parts(of: lost)  // guards S03: lost => []
    let copy = parts.isDisjoint(with: UserPart.copied) ? nil : UserDatabase.copies(of: path).first?.day  // guards S03: UserDatabase.copies(of: path).first?.day => nil
    return QuarantinedFile(file: path, path: aside, lost: parts, copy: copy)
  }

  /// Reports a file of the user that holds nothing although a copy of it does.
  func emptied(_ path: String, _ queue: DatabaseQueue) throws -> QuarantinedFile? {
    guard salvaged == .everything, try queue.read(UserDatabase.isBlank) else { return nil }
    guard let copy = UserDatabase.copies(of: path).first(where: UserDatabase.holdsData) else { return nil }  // guards S05: UserDatabase.copies(of: path) => []
    return QuarantinedFile(file: path, path: nil, lost: UserPart.copied, copy: copy.day)
  }

  /// Reads the readable part into memory and leaves the file, for a disk or folder that accepts no new file.
  func readable(_ opener: DatabaseOpener) throws -> (DatabaseQueue, QuarantinedFile) {
    let copy = try opener.emptyCopy()
    let source = try? FileCopy.source(opener.path)
    defer { try? source?.close() }
    let lost = try Salvage.take(from: source, into: copy, nil, UserPart.finish)
    return (copy, QuarantinedFile(file: opener.path, path: opener.path, lost: UserPart.parts(of: lost)))
  }

  /// Copies an unchanged file as the day's copy. Returns its path; nil if that failed.
  func copy(_ path: String) -> String? {
    do { return try UserDatabase.keepCopy(of: path, clock().day) } catch { return nil }
  }

  /// The tables that lost data; nil if nothing can be copied.
  private func salvage(_ path: String, into making: DatabaseOpener) throws -> Set<String>? {
    guard salvaged != .nothing else { return nil }
    Self.remove(making.path)
    do {
      let queue = try making.open()
      defer { try? queue.close() }
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      // Close before moving the file.
      let source = try? DatabaseQueue(path: path, configuration: configuration)
      defer { try? source?.close() }
      if salvaged == .everything { return try Salvage.take(from: source, into: queue, nil, UserPart.finish) }  // guards S03
      return try Salvage.take(from: source, into: queue, [RatesSchema.answers], RatesSchema.readAnew)
    } catch {
      Self.remove(making.path)
      // Rates can be fetched again.
      guard salvaged == .everything else { return nil }
      throw error
    }
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  private static func move(_ path: String, to target: String) throws(StorageError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard rename(path, target) == 0 else { throw .notWritable(path: path) }
  }
}

extension UserPart {
  fileprivate static let copied: Set<UserPart> = [.objects, .history]

  /// Excludes tables without user data: statistics, and the known revision of the server.
  fileprivate static func parts(of tables: Set<String>) -> Set<UserPart> {
    let known: [String: UserPart] = [
      "object": .objects, "object_field": .objects, "history": .history, "session": .session,
      "recent_currency": .session, "queue": .queue, "account": .accounts,
    ]
    return Set(tables.compactMap { known[$0] })
  }

  /// Requests everything from the server again, so that it returns lost data.
  fileprivate static func finish(_ database: Database, _ lost: Set<String>) throws {
    try database.execute(
      sql: """
        DELETE FROM object_field WHERE NOT EXISTS (
          SELECT 1 FROM object WHERE object.member = object_field.member AND object.id = object_field.id)
        """)
    if parts(of: lost).contains(.objects) { try database.execute(sql: "DELETE FROM synced") }
  }
}
