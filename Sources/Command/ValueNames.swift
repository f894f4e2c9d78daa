// SPDX-License-Identifier: GPL-3.0-or-later

/// A value's name in the usage, such as `<amount>`: the parser takes the English one from the command.
enum ValueNames {
  /// The line with each name in the person's language; what stands in a column after a name stays in its column.
  static func translated(_ line: String) -> String {
    var (rest, done) = (line[...], "")
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let name = rest[rest.index(after: open)..<close]
      let translated = known[String(name)] ?? String(name)
      done += rest[..<open] + "<" + translated + ">"
      rest = rest[rest.index(after: close)...]
      let blanks = rest.prefix { $0 == " " }
      guard blanks.count > 1 else { continue }
      let fewer = min(translated.count - name.count, blanks.count - 2)
      done += String(repeating: " ", count: blanks.count - fewer)
      rest = rest[blanks.endIndex...]
    }
    return done + rest
  }

  private static var known: [String: String] {
    [
      "options": trc("in the usage", "options"),
      "subcommand": trc("in the usage", "subcommand"),
      "amount": trc("in the usage", "amount"),
      "from": trc("in the usage", "from"),
      "to": trc("in the usage", "to"),
      "expression": trc("in the usage", "expression"),
      "base": trc("in the usage", "base"),
      "rate": trc("in the usage", "rate"),
      "percent": trc("in the usage", "percent"),
      "n": trc("in the usage", "n"),
      "dir": trc("in the usage", "dir"),
      "file": trc("in the usage", "file"),
      "files": trc("in the usage", "files"),
      "output": trc("in the usage", "output"),
      "form": trc("in the usage", "form"),
      "title": trc("in the usage", "title"),
      "name": trc("in the usage", "name"),
      "note": trc("in the usage", "note"),
      "numbers": trc("in the usage", "numbers"),
      "entries": trc("in the usage", "entries"),
      "email": trc("in the usage", "email"),
      "value": trc("in the usage", "value"),
      "search": trc("in the usage", "search"),
      "provider": trc("in the usage", "provider"),
      "schema": trc("in the usage", "schema"),
      "cache": trc("in the usage", "cache"),
      "width": trc("in the usage", "width"),
      "height": trc("in the usage", "height"),
      "scale": trc("in the usage", "scale"),
      "range": trc("in the usage", "range"),
      "period": trc("in the usage", "period"),
      "averages": trc("in the usage", "averages"),
      "id": trc("in the usage", "id"),
      "identity": trc("in the usage", "identity"),
      "day": trc("in the usage", "day"),
      "code": trc("in the usage", "code"),
      "rule": trc("in the usage", "rule"),
      "column": trc("in the usage", "column"),
      "table": trc("in the usage", "table"),
      "price": trc("in the usage", "price"),
      "currency": trc("in the usage", "currency"),
      "payment": trc("in the usage", "payment"),
      "SIDE": trc("in the usage", "SIDE"),
      "NAME[,NAME…]": trc("in the usage", "NAME[,NAME…]"),
      "CUR[,CUR…]": trc("in the usage", "CUR[,CUR…]"),
    ]
  }
}
