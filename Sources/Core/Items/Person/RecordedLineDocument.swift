// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

/// One line of a saved calculation as JSON.
enum RecordedLineDocument {
  static func json(_ line: RecordedLine) -> JSONValue {
    .of([
      ("sign", line.sign == .minus ? "-" : "+"), ("text", .string(line.text)), ("portable", .string(line.portable)),
      ("currency", .of(line.currency)), ("day", .of(line.day)), ("note", .string(line.note)),
      ("exact", line.exact.map(JSONValue.of) ?? .null),
    ])
  }

  static func read(_ fields: Fields) throws(ItemError) -> RecordedLine {
    RecordedLine(
      sign: try fields.text("sign") == "-" ? .minus : .plus, text: try fields.text("text"),
      portable: try fields.text("portable"), currency: try fields.present("currency")?.currency("currency"),
      day: try fields.present("day")?.day("day"), note: try fields.text("note"),
      exact: try fields.inside("exact")?.money())
  }
}
