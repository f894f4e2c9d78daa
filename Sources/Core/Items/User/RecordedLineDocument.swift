// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

enum RecordedLineDocument {
  static let names: Set<String> = [
    "sign", "text", "portable", "currency", "day", "note", "exact", "form", "unread",
  ]

  static func json(_ line: RecordedLine) -> JSONValue {
    .of([
      ("sign", line.sign == .minus ? "-" : "+"), ("text", .string(line.text)), ("portable", .string(line.portable)),
      ("currency", .of(line.currency)), ("day", .of(line.day)), ("note", .string(line.note)),
      ("exact", line.exact.map(JSONValue.of) ?? .null), ("form", line.form.isEmpty ? .null : .string(line.form)),
      ("unread", line.isUnread ? .bool(true) : .null),
    ])
  }

  static func read(_ fields: Fields) throws(ItemError) -> RecordedLine {
    RecordedLine(
      sign: try fields.text("sign") == "-" ? .minus : .plus, text: try fields.text("text"),
      portable: try fields.text("portable"), currency: try fields.present("currency")?.currency("currency"),
      day: try fields.present("day")?.day("day"), note: try fields.text("note"),
      exact: try fields.inside("exact")?.money(), form: fields.value["form"]?.string ?? "",
      isUnread: fields.value["unread"]?.bool ?? false)
  }
}
