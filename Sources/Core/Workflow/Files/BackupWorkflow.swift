// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
public import KursModel
public import KursStorage

public struct BackupWorkflow: Sendable {
  private let objects: UserObjects
  private let settings: SettingsWorkflow
  private let read: @Sendable ([UInt8]) throws(BackupFault) -> Backup

  public init(
    objects: UserObjects, settings: SettingsWorkflow,
    read: @escaping @Sendable ([UInt8]) throws(BackupFault) -> Backup
  ) {
    self.objects = objects
    self.settings = settings
    self.read = read
  }

  /// Writes the backup file completely or not at all.
  @concurrent
  public func export(to path: String) async throws(BackupFault) {
    let bytes = try await contents()
    guard bytes.count <= Self.limit else { throw .tooLarge }
    do { try WholeFile.write(bytes, to: path, for: .user) } catch { throw .file(error) }
  }

  /// Restores settings, and objects that this computer lacks. If the file is invalid, restores nothing.
  @concurrent
  public func restore(from path: String) async throws(BackupFault) -> RestoredBackup {
    let bytes: [UInt8]
    do throws(WholeFile.ReadFault) { bytes = try WholeFile.bytes(of: path, limit: Self.limit) } catch {
      switch error {
      case .notReadable: throw .notReadable
      case .tooLarge: throw .tooLarge
      }
    }
    return try await restore(bytes)
  }

  @concurrent
  public func contents() async throws(BackupFault) -> [UInt8] {
    var all: [UserObject] = []
    do throws(StorageError) {
      for kind in Backup.kinds { all += try await objects.objects(kind) }
    } catch {
      throw .storage(error)
    }
    let backup = Backup(made: objects.clock(), settings: await settings.values.chosen, objects: all)
    return Array(BackupDocument.text(of: backup).utf8)
  }

  func restore(_ bytes: [UInt8]) async throws(BackupFault) -> RestoredBackup {
    let backup = try read(bytes)
    var counts: RestoredBackup
    do throws(StorageError) { counts = try await objects.restore(backup.objects) } catch { throw .storage(error) }
    (_, counts.settings, counts.settingsKept) = await settings.values.restoring(backup.settings)
    if counts.settings > 0 {
      await settings.send(.backupRestored(backup.settings))
      await settings.flush()
      do { try await settings.saveAgain() } catch { throw .settingsNotSaved(error) }
    }
    return counts
  }

  /// The maximum size of a backup in bytes. Even the calculations of many years take only a few megabytes.
  public static let limit = 256 << 20
}

extension UserObjects {
  fileprivate func restore(_ kept: [UserObject]) async throws(StorageError) -> RestoredBackup {
    let (counts, kinds) = try await database.restore(kept, of: member, now: clock())
    announce(kinds.map { .objects($0) })
    return counts
  }
}

/// The reason why a backup or a restore failed. Nothing was changed, except in the case `settingsNotSaved`.
public enum BackupFault: Error, Hashable, Sendable {
  case file(FileFailure)
  case notReadable
  case tooLarge
  /// The file isn't JSON. `offset`: the position of the first invalid byte.
  case notJSON(offset: Int)
  case foreign
  /// A newer version of Kurs wrote the file in a format that this version doesn't know.
  case later(version: Int)
  /// The file has an invalid value. `place`: the path to this value inside the JSON file (JSON pointer, RFC 6901).
  case unreadable(place: String)
  case schemaMissing(String)
  case storage(StorageError)
  /// The settings couldn't be saved. Everything else was restored.
  case settingsNotSaved(FileFailure)
}
