// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import KursCore
@_exported public import KursWords

/// Translates `--help` into the user's language: the texts of the commands and those of the parser.
enum HelpText {
  @TaskLocal static var isPrinted = false

  static func of(_ error: any Error, _ arguments: [String]) -> String {
    $isPrinted.withValue(true) {
      var help = KursCLI.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        .map { translated(String($0)) }.joined(separator: "\n")
      let isHelp = arguments.first == "help" || arguments.contains { ["--help", "-h", "-help"].contains($0) }
      let words = arguments.filter { !$0.hasPrefix("-") && $0 != "help" }
      guard isHelp, words.count == 1 else { return help }
      let examples = CommandExamples.lines(words[0])
      guard !examples.isEmpty else { return help }
      while help.last?.isNewline ?? false { help.removeLast() }
      return help + "\n\n" + tr("EXAMPLES:") + examples.map { "\n  \($0)" }.joined()
    }
  }

  private static func translated(_ line: String) -> String {
    let (start, end) = ("  See '", "' for detailed help.")
    if line.hasPrefix(start), line.hasSuffix(end) {
      let command = words(line.dropFirst(start.count).dropLast(end.count).description)
      return "  " + tr("See \"{command}\".", ["command": command])
    }
    return words(line)
  }

  private static func words(_ line: String) -> String {
    [
      ("OVERVIEW:", tr("OVERVIEW:")), ("USAGE:", tr("USAGE:")), ("ARGUMENTS:", tr("ARGUMENTS:")),
      ("SUBCOMMANDS:", tr("SUBCOMMANDS:")), ("OPTIONS:", tr("OPTIONS:")), ("default:", tr("default:")),
      ("(values:", tr("(values:")), ("Show the version.", tr("Show the version.")),
      ("Show help information.", tr("Show help information.")), ("(default)", tr("(default)")),
    ].reduce(ValueNames.translated(line)) { $0.replacing($1.0, with: $1.1) }
  }
}

enum UsageSentence {
  /// Translates a known message and drops its full stop. `values`: valid values that the parser lists in other lines.
  static func translated(_ message: String, values: [String] = []) -> String {
    let text = message.hasSuffix(".") ? String(message.dropLast()) : message
    if let option = parts(of: text, "Unknown option '", "'. Did you mean '")?.0 ?? part(of: text, "Unknown option '"),
      let other = meant[option]
    {
      return tr("Unknown option {name}. Perhaps you mean {other}", ["name": option, "other": other])
    }
    if let (option, other) = parts(of: text, "Unknown option '", "'. Did you mean '") {
      return tr("Unknown option {name}. Perhaps you mean {other}", ["name": option, "other": other])
    }
    if let (value, place) = parts(of: text, "The value '", "' is invalid for '") {
      // The message quotes the value, the option and then the valid values.
      let quoted = text.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
      let named = quoted.indices.filter { $0 > 4 && !$0.isMultiple(of: 2) }.map { quoted[$0] }
      let known = place.hasPrefix("--rule ") ? NamedRule.all.map(\.name) : values + named
      if !known.isEmpty {
        let parts = ["text": value, "name": ValueNames.translated(place), "names": known.joined(separator: ", ")]
        return tr("\"{text}\" is not a valid value of {name}. Choose one of {names}.", parts).trimmed { $0 == "." }
      }
      return tr("\"{text}\" is not a valid value of {name}", ["text": value, "name": ValueNames.translated(place)])
    }
    if let (name, value) = parts(of: text, "The option '", "' does not take any value, but '") {
      return tr("{name} can't have a value. Remove \"{text}\"", ["name": name, "text": value])
    }
    if text.hasPrefix("Invalid option: ") {
      return tr("Unknown option {name}", ["name": String(text.dropFirst("Invalid option: ".count))])
    }
    if let name = part(of: text, "Unknown option '") { return tr("Unknown option {name}", ["name": name]) }
    if let name = part(of: text, "Missing value for '") { return tr("{name} needs a value", ["name": ValueNames.translated(name)]) }
    if let name = part(of: text, "Missing expected argument '") { return tr("{name} is missing", ["name": ValueNames.translated(name)]) }
    if let name = part(of: text, "Unexpected argument '") {
      return tr("Unexpected argument \"{text}\"", ["text": name])
    }
    if let found = text.firstRange(of: " unexpected arguments: '") {
      let names = text[found.upperBound...].dropLast().replacing("', '", with: " ")
      return tr("Unexpected arguments \"{text}\"", ["text": String(names)])
    }
    return text
  }

  /// Options of other programs. The value is the option of Kurs that the user probably means.
  private static let meant = [
    "--source": "--provider", "--bank": "--provider", "--rate": "own-rates set", "--day": "--on", "--max-days": "--max-age",
    "--at": "--on",
  ]

  private static func part(of text: String, _ start: String) -> String? {
    guard text.hasPrefix(start), text.hasSuffix("'") else { return nil }
    return String(text.dropFirst(start.count).dropLast())
  }

  private static func parts(
    of text: String, _ start: String, _ middle: String
  ) -> (String, String)? {
    guard text.hasPrefix(start), let found = text.firstRange(of: middle) else { return nil }
    let (first, rest) = (text[..<found.lowerBound].dropFirst(start.count), text[found.upperBound...])
    // The typed text ends at the next quotation mark. The rest is the parser's text.
    guard let close = rest.firstIndex(of: "'") else { return nil }
    return (String(first), String(rest[..<close]))
  }
}

private enum ValueNames {
  /// Translates the names of values such as `<file>` in a line of help. The text after a name stays in its column.
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
      "days": trc("in the usage", "days"),
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

/// Translates a help text, but only while help is printed, because commands must create their options fast.
func helpText(_ text: StaticString) -> String { HelpText.translated(text) }

func helpText(_ text: StaticString) -> ArgumentHelp { ArgumentHelp(HelpText.translated(text)) }

func helpText(_ text: StaticString, valueName: String) -> ArgumentHelp {
  ArgumentHelp(HelpText.translated(text), valueName: valueName)
}

extension HelpText {
  fileprivate static func translated(_ text: StaticString) -> String {
    isPrinted ? ownCatalogue?.text("\(text)") ?? "\(text)" : "\(text)"
  }
}

private enum CommandExamples {
  /// Returns the examples in a command's help. Empty for a command that only Kurs runs.
  static func lines(_ command: String) -> [String] { (all[command] ?? []).map { "kurs-cli \($0)" } }

  private static let all: [String: [String]] = [
    "convert": ["convert 100 EUR USD,GBP --on 2026-10-30", "convert --csv statement.csv --to EUR --output converted.csv"],
    "calc": ["calc \"100 EUR + 50 USD in GBP\"", "calc \"15% tip on 48.50 EUR\""],
    "paid": ["paid 100 USD 92.40 EUR --on 2026-10-25", "paid 100 USD EUR"],
    "history": ["history EUR USD --range 1m", "history EUR USD --from 2026-01-01 --csv"],
    "averages": ["averages EUR USD --year 2025 --by quarter", "averages EUR CHF --year 2025-Q3 --csv"],
    "chart": ["chart EUR USD --range 5y -o rate.svg", "chart EUR USD,GBP,CHF -o rates.png"],
    "currencies": ["currencies", "currencies dollar"],
    "rates": ["rates EUR", "rates USD --on 2026-10-30 --csv"],
    "import": ["import eurofxref-hist.zip", "import eurofxref.xml --provider ecb"],
    "refresh": ["refresh", "refresh --provider nbp --on 2026-10-01..2026-10-31"],
    "providers": ["providers", "settings set providers ecb,nbp"],
    "quarantine": ["quarantine", "quarantine accept 1"],
    "saved": ["saved", "calc \"100 EUR in USD\" --save Trip"],
    "own-rates": ["own-rates set EUR USD 1.1", "own-rates remove EUR USD"],
    "alerts": ["alerts add EUR USD --above 1.2", "alerts list"],
    "backup": ["backup export kurs.json", "backup import kurs.json"],
    "account": ["account", "account sign-out"],
    "sync": ["sync", "sync --data-dir ~/kurs"],
    "settings": ["settings", "settings set side selling"],
    "cache": ["cache", "cache clear"],
    "log": ["log", "log --lines 20"],
    "queue": ["queue", "queue list --json"],
    "analytics": ["analytics", "analytics show --json"],
  ]
}
