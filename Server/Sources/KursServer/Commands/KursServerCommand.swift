// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser

public struct KursServerCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "kurs-server", abstract: "Keeps what Kurs shares between machines.",
    version: ServerVersion.text,
    subcommands: [
      ServeCommand.self, StatusCommand.self, BackupCommand.self, RestoreCommand.self, InviteCommand.self,
      MemberCommand.self, ReportsCommand.self, ImportRatesCommand.self, EndpointsCommand.self,
    ])

  public init() {}
}

enum ServerVersion {
  static let text = "1.0.0"
}
