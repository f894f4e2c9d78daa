// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

public enum BackupDocument {
  public static let format = "kurs-backup"
  public static let version = 1

  public static func text(of backup: Backup) -> String { JSONWriter().text(of: json(of: backup)) + "\n" }

  static func json(of backup: Backup) -> JSONValue {
    let settings = backup.settings.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
    return .of([
      ("format", .string(format)), ("version", .number(JSONNumber(version))),
      ("made", .string(backup.made.syncText)), ("settings", .object(JSONObject(settings))),
      ("objects", .array(backup.objects.map(SyncDocument.json))),
    ])
  }

  public static func version(of value: JSONValue) -> Int? {
    value["format"]?.string == format ? value["version"]?.number?.integer : nil
  }

  /// Reads a backup, which the caller has validated by its schema. Skips unknown settings.
  public static func read(_ value: JSONValue) throws(ItemError) -> Backup {
    let fields = Fields(value: value, place: "")
    var settings: [String: SettingsValue] = [:]
    for member in value["settings"]?.object?.members ?? [] {
      guard let key = SettingsKey.named(member.key) else { continue }
      settings[member.key] = try setting(member.value, key)
    }
    return Backup(
      made: try fields.moment("made"), settings: settings, objects: try fields.each("objects", SyncDocument.kept))
  }

  private static func setting(_ value: JSONValue, _ key: SettingsKey) throws(ItemError) -> SettingsValue {
    let read: SettingsValue? =
      switch key.value(in: Settings()) {
      case .flag: value.bool.map { .flag($0) }
      case .number: value.number?.integer.map { .number($0) }
      case .text: value.string.map { .text($0) }
      case .list: value.array.flatMap { items in items.allSome(\.string).map { .list($0) } }
      case .map:
        value.object.flatMap { object in
          object.members.allSome { member in member.value.string.map { (member.key, $0) } }
            .map { .map(Dictionary($0, uniquingKeysWith: { first, _ in first })) }
        }
      }
    var settings = Settings()
    guard let read, key.set(read, in: &settings) else {
      throw .unreadable(place: "/settings/\(key.name)", found: JSONWriter().text(of: value))
    }
    return read
  }
}

extension Sequence {
  fileprivate func allSome<T>(_ transform: (Element) -> T?) -> [T]? {
    var all: [T] = []
    for element in self {
      guard let transformed = transform(element) else { return nil }
      all.append(transformed)
    }
    return all
  }
}
