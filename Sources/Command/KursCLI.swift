// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser
import KursCore

/// The terminal front end: the same core as the windows, no GTK.
public struct KursCLI: AsyncParsableCommand {
  public static var configuration: CommandConfiguration {
    // The parser looks at each command it is told of. Told of all, the shortest of 200 conversions took 15.1 ms in place
    // of 12.0 in the release build, and the code of all of them is a megabyte of memory.
    configuration(of: CommandLine.arguments.dropFirst().first == "convert" ? [ConvertCommand.self] : all)
  }

  private static func configuration(of commands: [any ParsableCommand.Type]) -> CommandConfiguration {
    CommandConfiguration(
      commandName: "kurs-cli", abstract: helpText("Convert currencies exactly, with the source and date of each rate."),
      discussion: [
        helpText("Rates come with the program and work without a network; \"refresh\" fetches newer ones."),
        helpText("A calculation needs no command: kurs-cli 100 USD EUR; kurs-cli \"(3+4)*1.5 GBP in JPY\"."),
        helpText(
          "Exit codes: 0 done, 1 not valid, 64 wrong usage, 65 bad data, 66 file not readable, 69 not available, 74 not written."
        ),
      ].joined(separator: "\n"),
      version: kursVersion, subcommands: commands)
  }

  static var all: [any ParsableCommand.Type] {
    [
      ConvertCommand.self, CalcCommand.self, PaidCommand.self, HistoryCommand.self, AveragesCommand.self,
      ChartCommand.self,
      CurrenciesCommand.self, RatesCommand.self, ImportCommand.self, RefreshCommand.self, ProvidersCommand.self,
      QuarantineCommand.self, SavedCommand.self, OwnRatesCommand.self, AlertsCommand.self, BackupCommand.self,
      AccountCommand.self, SyncCommand.self, SettingsCommand.self, CacheCommand.self, LogCommand.self,
      QueueCommand.self, AnalyticsCommand.self, ValidateCommand.self, BenchCommand.self, ServiceCommand.self,
    ]
  }

  public init() {}
}

/// Options that all commands share.
struct CommonOptions: ParsableArguments {
  @Option(help: helpText("Where rates are kept, instead of $XDG_DATA_HOME/kurs.", valueName: "dir"))
  var dataDir: String?

  init() {}

  init(dataDir: String?) { self.dataDir = dataDir }
}
