// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CStart
import KursCore

@main
struct KursCLI: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    // The parser checks all commands in its list. For a conversion, the full list would take 3 ms and a megabyte more.
    if CommandLine.arguments.dropFirst().first == "convert" {
      return configuration(of: [CommandGroup(name: helpText("Convert"), subcommands: [ConvertCommand.self])])
    }
    return configuration(of: [
      CommandGroup(name: helpText("Convert"), subcommands: converting),
      CommandGroup(name: helpText("Look up"), subcommands: lookingUp),
      CommandGroup(name: helpText("Your data"), subcommands: data),
      CommandGroup(name: helpText("Account"), subcommands: account),
      CommandGroup(name: helpText("Maintenance"), subcommands: maintenance),
    ])
  }

  private static func configuration(of groups: [CommandGroup]) -> CommandConfiguration {
    CommandConfiguration(
      commandName: "kurs-cli", abstract: helpText("Convert currencies exactly, with the source and date of each rate."),
      discussion: [
        helpText("The program includes rates for use without a network. \"refresh\" fetches newer rates."),
        helpText("A calculation needs no command: kurs-cli 100 USD EUR, or kurs-cli \"(3+4)*1.5 GBP in JPY\"."),
        helpText(
          "Exit codes: 0 done, 1 not valid, 64 wrong usage, 65 bad data, 66 file not readable, 69 not available, 74 not written."
        ),
      ].joined(separator: "\n"),
      version: kursVersion, groupedSubcommands: groups)
  }

  private static var converting: [any ParsableCommand.Type] {
    [ConvertCommand.self, CalcCommand.self, PaidCommand.self]
  }

  private static var lookingUp: [any ParsableCommand.Type] {
    [
      HistoryCommand.self, AveragesCommand.self, ChartCommand.self, CurrenciesCommand.self, RatesCommand.self,
      ProvidersCommand.self,
    ]
  }
  private static var data: [any ParsableCommand.Type] {
    [
      SavedCommand.self, OwnRatesCommand.self, AlertsCommand.self, ImportCommand.self, BackupCommand.self,
      SettingsCommand.self,
    ]
  }
  private static var account: [any ParsableCommand.Type] { [AccountCommand.self, SyncCommand.self, QueueCommand.self] }
  private static var maintenance: [any ParsableCommand.Type] {
    [
      RefreshCommand.self, QuarantineCommand.self, CacheCommand.self, LogCommand.self, AnalyticsCommand.self,
      BenchCommand.self, ServiceCommand.self,
    ]
  }

  static var all: [any ParsableCommand.Type] { converting + lookingUp + data + account + maintenance }

  init() {}
}

struct CommonOptions: ParsableArguments {
  @Option(help: helpText("The data folder, instead of $XDG_DATA_HOME/kurs.", valueName: "dir"))
  var dataDir: String?

  init() {}

  init(dataDir: String?) { self.dataDir = dataDir }
}

extension KursCLI {
  static func main() async {
    // Users type passwords here, so no other process may inspect this one.
    kurs_forbid_inspection()
    Terminal.openStandardFiles()
    let status = await status(of: GivenArguments.read(Array(CommandLine.arguments.dropFirst())))
    guard let fault = Terminal.outputFault() else { ProgramEnd.now(status) }
    let failure = Failure(output: fault)
    Terminal.refuse(failure.description, failure.code)
    // The process ends without flushing its output, because flushing would fail again.
    ProgramEnd.now(status == 0 ? failure.code.rawValue : status)
  }

  private static func status(of arguments: [String]) async -> Int32 {
    let fault = EmptyArgument.stands(in: arguments) ? CommandFailure.emptyArgument : unreadableArgument
    if let fault {
      let failure = Failure(fault)
      Terminal.refuse(failure.description, failure.code)
      return failure.code.rawValue
    }
    let arguments = question(arguments) ?? arguments
    do {
      if let conversion = ConversionRun(plain: arguments) {
        try await Terminal.run { try await conversion.run() }
        return ExitCode.success.rawValue
      }
      var command = try parseAsRoot(arguments)
      try await Terminal.run {
        if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
      }
      return ExitCode.success.rawValue
    } catch {
      return report(error, arguments)
    }
  }

  /// The error for the first argument that isn't UTF-8, or nil. Its replaced bytes could name a different file.
  private static var unreadableArgument: CommandFailure? {
    CommandLine.arguments.firstIndex { $0.unicodeScalars.contains("\u{FFFD}") }.map { .unreadableArgument($0) }
  }

  private static func report(_ error: any Error, _ arguments: [String]) -> Int32 {
    let code = exitCode(for: error)
    if code.isSuccess {
      Terminal.sayVerbatim(HelpText.of(error, arguments))
    } else if !(error is ExitCode) {
      let known = all.first { $0.configuration.commandName == arguments.first }
      let lines = message(for: error).split(separator: "\n").map(String.init)
      let usage = lines.first
      let option = usage?.hasPrefix("Unexpected argument") == true ? unknownOption(of: known, arguments) : nil
      let usageSentence =
        option
        ?? usage.map { first in
          UsageSentence.translated(
            first, values: lines.dropFirst().filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) })
        }
      let other = stranger(among: known, arguments)
      let reason = other.map { missing($0, known) } ?? usageSentence ?? tr("The command line is not valid")
      let parts = ["reason": reason, "command": "kurs-cli \(known == nil ? "" : "\(arguments[0]) ")--help"]
      Terminal.refuse(tr("{reason}. See \"{command}\".", parts), code)
    }
    return code.rawValue
  }

  /// Returns the arguments of `calc` for text such as `eur in usd`. Nil if the text isn't a calculation.
  private static func question(_ arguments: [String]) -> [String]? {
    guard let first = arguments.first, !first.hasPrefix("-"), first != "help",
      !all.contains(where: { $0.configuration.commandName == first })
    else { return nil }
    let words = arguments.prefix { !GivenArguments.isOption($0) }
    let text = words.joined(separator: " ")
    guard let session = try? CLIContext(CommonOptions(dataDir: nil)) else { return nil }
    let read = session.reader().readQuestion(text)
    let namesCurrency = read.calculation.lines.contains { $0.currency != nil || !$0.currenciesNamed.isEmpty }
    if !read.errors.isEmpty, isSum(text, session.reader()),
      Similar.nearest(to: first, among: all.map { $0._commandName }) == nil
    {
      return ["calc", text] + arguments.dropFirst(words.count)
    }
    // Words before an amount are a note in a list. In arguments, they are a mistyped command, so returns nil.
    guard read.errors.isEmpty, namesCurrency, read.calculation.lines.allSatisfy(\.note.isEmpty) else { return nil }
    return ["calc", text] + arguments.dropFirst(words.count)
  }

  /// Whether the text names a currency and a number. The reader's error is then clearer than "unknown command".
  private static func isSum(_ text: String, _ reader: CalculationReader) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.count > 1 && text.contains(where: \.isNumber)
      && words.contains { (try? reader.unit($0.filter { !$0.isNumber })) != nil }
  }

  private static func missing(_ name: String, _ known: (any ParsableCommand.Type)?) -> String {
    let words = name.split(separator: " ").map(String.init)
    let names =
      known.map { $0.configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases } }
      ?? all.map { $0._commandName }
    guard let wrong = words.last, let near = Similar.nearest(to: wrong, among: names) else {
      return tr("Unknown command {name}", ["name": name])
    }
    let whole = (words.dropLast() + [near]).joined(separator: " ")
    return tr("Unknown command {name}. Perhaps you mean {other}", ["name": name, "other": whole])
  }

  private static func unknownOption(of known: (any ParsableCommand.Type)?, _ arguments: [String]) -> String? {
    guard let known, known.configuration.subcommands.isEmpty else { return nil }
    let words = known.helpMessage().split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    let options = words.filter { $0.hasPrefix("--") }
    let given = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    guard let wrong = given.first(where: { !options.contains($0) }) else { return nil }
    guard let near = Similar.nearest(to: wrong, among: options) else {
      return tr("Unknown option {name}", ["name": wrong])
    }
    return tr("Unknown option {name}. Perhaps you mean {other}", ["name": wrong, "other": near])
  }

  /// Returns the first unknown command or subcommand. Nil if both are known.
  private static func stranger(among known: (any ParsableCommand.Type)?, _ arguments: [String]) -> String? {
    guard let known else { return arguments.first.flatMap { $0 == "help" || $0.hasPrefix("-") ? nil : $0 } }
    let names = known.configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases }
    guard arguments.count > 1, !names.isEmpty, !names.contains(arguments[1]), !arguments[1].hasPrefix("-") else {
      return nil
    }
    return arguments.prefix(2).joined(separator: " ")
  }
}

/// Finds empty arguments. An empty argument is usually a variable that a script forgot to set.
enum EmptyArgument {
  /// The commands that allow an empty argument, as the value of a setting or as a search text.
  private static let allowed: Set<[String]> = [["settings", "set"], ["saved", "list"]]

  static func stands(in arguments: [String]) -> Bool {
    guard !allowed.contains(Array(arguments.prefix(2))) else { return false }
    return arguments.indices.contains { arguments[$0].isEmpty && ($0 == 0 || arguments[$0 - 1] != "--note") }
  }
}

protocol PlainCommand: AsyncParsableCommand {
  static var abstract: String { get }
  static var aliases: [String] { get }
}

extension PlainCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(abstract: abstract, aliases: aliases) }
  static var aliases: [String] { [] }
}

extension CurrencyCatalogue {
  /// The currencies by their English names and their names in the terminal's language, from iso-codes.
  var systemNames: [String: Currency] {
    guard let catalogue = MessageCatalogue("iso_4217") else { return names() }
    return names { catalogue.text($0) }
  }
}
