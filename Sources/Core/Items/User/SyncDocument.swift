// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

public enum SyncDocument {
  public static func body(of request: SyncRequest) -> JSONValue {
    let epoch = request.epoch.isEmpty ? [] : [("epoch", JSONValue.string(request.epoch))]
    return .of([("since", .number(JSONNumber(request.since)))] + epoch + [("changes", .array(request.changes.map(json)))])
  }

  public static func read(_ data: JSONValue?) throws(ItemError) -> SyncAnswer {
    guard let data else { throw .truncated }
    let fields = Fields(value: data, place: "/data")
    var removed: [UserObject.ID] = []
    for text in fields.list("removed") {
      guard let id = UserObject.ID(text) else { throw .unreadable(place: "/data/removed", found: text) }
      removed.append(id)
    }
    return SyncAnswer(
      revision: try fields.count("revision"), hasMore: data["has_more"]?.bool ?? false,
      epoch: data["epoch"]?.string ?? "", changes: try fields.each("changes", object), removed: removed,
      digest: data["digest"]?.string)
  }

  static func kept(_ fields: Fields) throws(ItemError) -> UserObject {
    try object(fields, revision: 0)
  }

  /// Returns an object as JSON for a sync or a backup file. The JSON doesn't contain the server's revision.
  static func json(_ object: UserObject) -> JSONValue {
    let fields = object.fields.sorted { $0.key < $1.key }.map { name, field in
      (name, JSONValue.of([("value", .string(field.value)), ("edited", .string(field.edited.syncText))]))
    }
    return .of([
      ("id", .string(object.id.text)), ("kind", .string(object.kind.rawValue)),
      ("fields", .object(JSONObject(fields))),
      ("deleted", object.deleted.map { .string($0.syncText) } ?? .null),
    ])
  }

  private static func object(_ fields: Fields) throws(ItemError) -> UserObject {
    try object(fields, revision: try fields.count("revision"))
  }

  private static func object(_ fields: Fields, revision: Int) throws(ItemError) -> UserObject {
    let text = try fields.text("id")
    guard let id = UserObject.ID(text) else { throw .unreadable(place: "\(fields.place)/id", found: text) }
    var properties: [String: UserObject.Field] = [:]
    for member in fields.value["fields"]?.object?.members ?? [] {
      let inner = Fields(value: member.value, place: "\(fields.place)/fields/\(member.key)")
      properties[member.key] = UserObject.Field(try inner.text("value"), edited: try inner.moment("edited"))
    }
    return UserObject(
      id: id, kind: UserObject.Kind(rawValue: try fields.text("kind")), fields: properties,
      deleted: try fields.present("deleted")?.moment("deleted"), revision: revision,
      isUnsent: false)
  }
}

extension Fields {
  func moment(_ name: String) throws(ItemError) -> Timestamp {
    let text = try text(name)
    guard let moment = Timestamp(syncText: text) else { throw .unreadable(place: "\(place)/\(name)", found: text) }
    return moment
  }

  func count(_ name: String) throws(ItemError) -> Int {
    guard let count = value[name]?.number?.integer, count >= 0 else {
      throw .unreadable(place: "\(place)/\(name)", found: value[name]?.number?.text ?? "")
    }
    return count
  }
}

extension SettingsValue {
  public var json: JSONValue {
    switch self {
    case .flag(let flag): .bool(flag)
    case .number(let number): .number(JSONNumber(number))
    case .text(let text): .string(text)
    case .list(let items): .array(items.map { .string($0) })
    case .map(let items):
      .object(JSONObject(items.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }))
    }
  }
}

extension Timestamp {
  /// The time as text, such as `2026-11-21T06:49:27.123Z`. The years are limited to 1 to 9999.
  var syncText: String {
    Timestamp(milliseconds: min(max(milliseconds, Self.earliest), Self.latest)).utcText
  }

  init?(syncText text: String) {
    let bytes = Array(text.utf8)
    let signs = [(10, "T"), (13, ":"), (16, ":"), (19, "."), (23, "Z")]
    guard bytes.count == 24, signs.allSatisfy({ bytes[$0] == $1.utf8.first }), let day = Day(isoBytes: bytes[..<10]),
      let hour = Self.number(bytes[11..<13]), let minute = Self.number(bytes[14..<16]),
      let second = Self.number(bytes[17..<19]), let thousandth = Self.number(bytes[20..<23]), hour < 24, minute < 60,
      second < 60
    else { return nil }
    let seconds = hour * 3600 + minute * 60 + second
    self = Timestamp(startOf: day) + (seconds * 1000 + thousandth)
  }

  // The earliest and latest time in milliseconds since 1970: 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
  private static let earliest: Int64 = -62_135_596_800_000
  private static let latest: Int64 = 253_402_300_799_999

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.allSatisfy { (48...57).contains($0) } ? digits.reduce(0) { $0 * 10 + Int64($1 - 48) } : nil
  }
}
