// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser
import GRDB

public struct KursServerCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "kurs-server", abstract: "Stores the data that Kurs syncs between computers.",
    version: ServerVersion.text,
    subcommands: [
      ServeCommand.self, StatusCommand.self, BackupCommand.self, RestoreCommand.self, InviteCommand.self,
      MemberCommand.self, ReportsCommand.self, ImportRatesCommand.self, EndpointsCommand.self,
    ])

  public init() {}

  /// Runs the program. If SQLite fails, the message omits the SQL statement.
  public static func start() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as DatabaseError {
      exit(withError: FileError("Can't write", "the database", error))
    } catch {
      exit(withError: error)
    }
  }
}

enum ServerVersion {
  static let text = "1.0.0"
}
