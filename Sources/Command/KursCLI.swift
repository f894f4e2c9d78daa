// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser
import KursCore

/// The terminal front end: the same core as the windows, no GTK.
public struct KursCLI: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "kurs-cli", abstract: "Convert currencies exactly, with the source and date of each rate.",
    discussion: """
      Rates come with the program and work without a network; only "refresh" uses it.
      Exit codes: 0 done, 1 not valid, 64 wrong usage, 65 bad data, 66 file not readable, 69 rate not available.
      """,
    version: kursVersion,
    subcommands: [
      ConvertCommand.self, CalcCommand.self, HistoryCommand.self, ChartCommand.self, CurrenciesCommand.self,
      RatesCommand.self, ImportCommand.self, RefreshCommand.self, ProvidersCommand.self, QuarantineCommand.self,
      SavedCommand.self, BackupCommand.self, AccountCommand.self, SyncCommand.self, SettingsCommand.self,
      CacheCommand.self, QueueCommand.self, ValidateCommand.self, BenchCommand.self,
    ])

  public init() {}
}

/// What each command shares.
struct CommonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where rates are kept, instead of $XDG_DATA_HOME/kurs.", valueName: "dir"))
  var dataDir: String?
}
