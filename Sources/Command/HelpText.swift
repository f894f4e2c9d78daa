// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// The text of `--help` in the person's language: the commands' texts, and the parser's own English ones translated.
enum HelpText {
  /// Whether the texts of the commands are to be translated.
  @TaskLocal static var isPrinted = false

  static func of(_ error: any Error) -> String {
    $isPrinted.withValue(true) {
      KursCLI.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        .map { translated(String($0)) }.joined(separator: "\n")
    }
  }

  private static func translated(_ line: String) -> String {
    let (start, end) = ("  See '", "' for detailed help.")
    if line.hasPrefix(start), line.hasSuffix(end) {
      let command = words(line.dropFirst(start.count).dropLast(end.count).description)
      return "  " + tr("\"{command}\" says more.", ["command": command])
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
