// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that is the person's own, to be kept in one file; never a key, a password or a token.
public struct Backup: Hashable, Sendable {
  /// When it was made.
  public let made: Timestamp
  /// Settings that are not as Kurs comes, by their names.
  public let settings: [String: SettingsValue]
  /// Favourites, result currencies, own rates, saved calculations and alerts.
  public let objects: [UserObject]

  /// Consent is given by hand on each machine, and being offline is of the moment.
  public static let settingsLeftOut: Set<String> = ["send-statistics", "send-reports", "offline"]

  public static let kinds: [UserObject.Kind] = [.favourite, .result, .ownRate, .saved, .alert]

  public init(made: Timestamp, settings: [String: SettingsValue], objects: [UserObject]) {
    self.made = made
    self.settings = settings
    self.objects = objects
  }
}

/// The changes made by an import.
public struct RestoredBackup: Hashable, Sendable {
  /// Objects that were not here, or were deleted here.
  public var added = 0
  /// Objects that were here and of which the file knew something newer.
  public var changed = 0
  /// Objects of which the file knew nothing new.
  public var known = 0
  /// Settings taken over.
  public var settings = 0
  /// Settings chosen differently here, which stay.
  public var settingsKept = 0

  public init() {}
}

extension UserObject {
  /// Merges a backup: deleted objects return, and of different values the later edit counts.
  ///
  /// `here`: what there is; nil for nothing.
  public static func restored(_ kept: UserObject, over here: UserObject?, now: Timestamp) -> UserObject {
    guard let here else {
      // Its former owner does not matter: it is new to the server of the member who is shown.
      return UserObject(id: kept.id, kind: kept.kind, fields: kept.fields)
    }
    var both = here.merged(with: kept)
    both.revision = here.revision
    both.restore(now: now)
    return both
  }
}

extension Settings {
  /// Takes over what is still as Kurs comes here; what was chosen here stays.
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

  /// The settings that differ from the defaults.
  public var chosen: [String: SettingsValue] {
    let keys = keys(differingFrom: Settings()).filter { !Backup.settingsLeftOut.contains($0.name) }
    return Dictionary(keys.map { ($0.name, $0.value(in: self)) }, uniquingKeysWith: { first, _ in first })
  }
}
