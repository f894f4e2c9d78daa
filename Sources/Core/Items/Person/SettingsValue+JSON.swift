// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

extension SettingsValue {
  /// As it stands in a backup, and in what programs read.
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
