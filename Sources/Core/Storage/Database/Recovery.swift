// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

/// A file that could not be used and was kept aside under a dated name, or that lost all of its data.
public struct QuarantinedFile: Hashable, Sendable {
  /// The file that was damaged.
  public let file: String
  /// The path of the old file; nil if the file was empty or missing although a copy of it has data.
  public let path: String?
  /// The kinds of data that could not be read whole; empty if none, or if all can be fetched again.
  public let lost: Set<UserPart>
  /// The day of the newest copy that it may be had back from; nil where there is none.
  public let copy: Day?

  public init(file: String, path: String?, lost: Set<UserPart> = [], copy: Day? = nil) {
    (self.file, self.path, self.lost, self.copy) = (file, path, lost, copy)
  }
}

/// A kind of data in the person's own file.
public enum UserPart: String, CaseIterable, Sendable {
  /// Saved calculations, own rates, favourites.
  case objects
  case history
  /// The session of the last window.
  case session
  /// Commands that waited for the network.
  case queue
  case accounts
}

/// Moves a damaged file aside and reports it.
public struct FileRecovery: Sendable {
  /// Copies the readable part of a damaged file into the new one.
  enum Salvaged: Sendable { case nothing, answers, everything }

  private let clock: @Sendable () -> Timestamp
  let tell: @Sendable (QuarantinedFile) -> Void
  var salvaged = Salvaged.nothing

  /// `tell`: hears of damage that is found after the opening; on whichever thread found it.
  public init(clock: @escaping @Sendable () -> Timestamp, tell: @escaping @Sendable (QuarantinedFile) -> Void = { _ in }) {
    (self.clock, self.tell) = (clock, tell)
  }

  /// Moves the file and its log to `name.YYYY-MM-DD-<milliseconds>.aside`, while the opening lock is held.
  ///
  /// The salvaged file is renamed in one step: if the program is killed, the name belongs to the old file or the new
  /// one.
  func replace(_ opener: DatabaseOpener) throws -> QuarantinedFile {
    let (path, now) = (opener.path, clock())
    let aside = "\(path).\(now.day)-\(now.milliseconds % 86_400_000).aside"
    let making = opener.at(path + ".salvaging")
    // The person's own is deleted by the person alone.
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

  /// Reads what is readable into memory and leaves the file: for a disk or folder that takes no new file.
  func readable(_ opener: DatabaseOpener) throws -> (DatabaseQueue, QuarantinedFile) {
    let copy = try opener.emptyCopy()
    let source = try? FileCopy.source(opener.path)
    defer { try? source?.close() }
    let lost = try Salvage.take(from: source, into: copy, nil, UserPart.finish)
    return (copy, QuarantinedFile(file: opener.path, path: opener.path, lost: UserPart.parts(of: lost)))
  }

  /// The day's copy of a file that is left as it is; nil where none can be made.
  func copy(_ path: String) -> String? {
    do { return try UserDatabase.keepCopy(of: path, clock().day) } catch { return nil }
  }

  /// The tables of which something was lost; nil where nothing goes over.
  private func salvage(_ path: String, into making: DatabaseOpener) throws -> Set<String>? {
    guard salvaged != .nothing else { return nil }
    Self.remove(making.path)
    do {
      let queue = try making.open()
      defer { try? queue.close() }
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      // Closed before the file is moved.
      let source = try? DatabaseQueue(path: path, configuration: configuration)
      defer { try? source?.close() }
      if salvaged == .everything { return try Salvage.take(from: source, into: queue, nil, UserPart.finish) }  // guards S03
      return try Salvage.take(from: source, into: queue, [RatesSchema.answers], RatesSchema.readAnew)
    } catch {
      Self.remove(making.path)
      // Rates can be had again from elsewhere.
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
  /// Restores from a day's copy.
  fileprivate static let copied: Set<UserPart> = [.objects, .history]

  /// Tables that nobody would miss are not among them: statistics, and how far the server was known.
  fileprivate static func parts(of tables: Set<String>) -> Set<UserPart> {
    let known: [String: UserPart] = [
      "object": .objects, "object_field": .objects, "history": .history, "session": .session,
      "recent_currency": .session, "queue": .queue, "account": .accounts,
    ]
    return Set(tables.compactMap { known[$0] })
  }

  /// The server is asked for everything again, so that it gives back what was lost here.
  fileprivate static func finish(_ database: Database, _ lost: Set<String>) throws {
    try database.execute(
      sql: """
        DELETE FROM object_field WHERE NOT EXISTS (
          SELECT 1 FROM object WHERE object.member = object_field.member AND object.id = object_field.id)
        """)
    if parts(of: lost).contains(.objects) { try database.execute(sql: "DELETE FROM synced") }
  }
}
