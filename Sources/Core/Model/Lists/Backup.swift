// SPDX-License-Identifier: GPL-3.0-or-later

/// A file with all of the user's data, but without keys, passwords or tokens.
public struct Backup: Hashable, Sendable {
  public let made: Timestamp
  public let settings: [String: SettingsValue]
  public let objects: [UserObject]

  /// The settings that a backup omits. Consent belongs to one computer, and being offline is temporary.
  public static let settingsLeftOut: Set<String> = ["send-statistics", "send-reports", "offline"]

  public static let kinds: [UserObject.Kind] = [.favourite, .result, .ownRate, .saved, .alert]

  public init(made: Timestamp, settings: [String: SettingsValue], objects: [UserObject]) {
    self.made = made
    self.settings = settings
    self.objects = objects
  }
}

public struct RestoredBackup: Hashable, Sendable {
  /// The number of restored objects that were missing or deleted.
  public var added = 0
  /// The number of objects that got newer values from the file.
  public var changed = 0
  /// The number of objects for which the file had no newer values.
  public var known = 0
  public var settings = 0
  public var settingsKept = 0

  public init() {}
}

extension UserObject {
  /// Merges an object from a backup with the current object. Undoes a deletion and uses the later edit of each
  /// property. If `isEdit`, an object that is missing here counts as edited now.
  public static func restored(
    _ kept: UserObject, over here: UserObject?, isEdit: Bool = true, now: Timestamp
  ) -> UserObject {
    guard let here else {
      // Count the missing object as edited now, because the current member's server may not know the object.
      let fields = isEdit ? kept.fields.mapValues { Field($0.value, edited: max(now, $0.edited)) } : kept.fields
      return UserObject(id: kept.id, kind: kept.kind, fields: fields)
    }
    var both = here.merged(with: kept)
    both.revision = here.revision
    both.restore(now: now)
    return both
  }
}

extension Settings {
  /// Restores only the settings that still have their default. Other settings don't change.
  public func restoring(_ kept: [String: SettingsValue]) -> (Settings, taken: Int, stayed: Int) {
    var (restored, taken, stayed) = (self, 0, 0)
    let defaults = Settings()
    for key in SettingsKey.all where !Backup.settingsLeftOut.contains(key.name) {
      guard let value = kept[key.name], value != key.value(in: self) else { continue }
      guard key.value(in: self) == key.value(in: defaults) else {
        stayed += 1
        continue
      }
      if key.set(value, in: &restored) { taken += 1 }
    }
    return (restored, taken, stayed)
  }

  public var chosen: [String: SettingsValue] {
    let keys = keys(differingFrom: Settings()).filter { !Backup.settingsLeftOut.contains($0.name) }
    return Dictionary(keys.map { ($0.name, $0.value(in: self)) }, uniquingKeysWith: { first, _ in first })
  }
}
