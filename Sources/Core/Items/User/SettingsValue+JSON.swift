// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
public import KursModel

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

  // The limits in milliseconds since 1970: 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
  private static let earliest: Int64 = -62_135_596_800_000
  private static let latest: Int64 = 253_402_300_799_999

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.allSatisfy { (48...57).contains($0) } ? digits.reduce(0) { $0 * 10 + Int64($1 - 48) } : nil
  }
}
