// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// In which form numbers are read, the same whether or not somebody watches.
struct NumberOptions: ParsableArguments {
  @Option(
    name: .customLong("numbers"),
    help: helpText(
      "How numbers are written: locale (yours, the default), plain (1234.56, for scripts), or a locale such as de_DE.",
      valueName: "form"))
  var form = NumberForm.locale
}

enum NumberForm: ExpressibleByArgument {
  case locale
  case plain
  case named(LocaleName)

  init?(argument: String) {
    switch argument {
    case "locale": self = .locale
    case "plain": self = .plain
    default:
      let name = LocaleName(posix: argument)
      guard !argument.isEmpty, NumberSymbols(known: name) != nil else { return nil }
      self = .named(name)
    }
  }

  var symbols: NumberSymbols {
    switch self {
    case .locale: NumberSymbols(locale: Session.locale("LC_NUMERIC"))
    case .plain: .plain
    case .named(let name): NumberSymbols(locale: name)
    }
  }
}
