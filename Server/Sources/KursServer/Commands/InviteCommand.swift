// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct InviteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Creates invitation codes. Each code lets one user register.",
    discussion:
      "The codes are needed if the server runs with --invitations. You can run this command while the server runs.")

  @Option(help: "The server's SQLite file.")
  var database: String
  @Argument(help: "The number of codes.")
  var count = 1

  func validate() throws {
    guard (1...1000).contains(count) else { throw ValidationError("The number of codes must be between 1 and 1000.") }
  }

  func run() throws {
    umask(0o077)
    let codes = (0..<count).map { _ in Code.random(SystemRandom.bytes) }
    let now = SystemClock.now()
    try ServerDatabase(path: database, isGuest: true).writeAndWait { database in
      for code in codes { try Invitations(database: database).add(code, at: now) }
    }
    for code in codes { print(code) }
  }
}
