// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows how much data the server has, and when it was last backed up.",
    discussion: "This command changes nothing. You can run it while the server runs.")

  @Option(help: "The server's SQLite file.")
  var database: String

  func run() async throws {
    guard FileManager.default.fileExists(atPath: database) else {
      throw ValidationError("\(database) doesn't exist. Name the server's database with --database.")
    }
    let usage = try await ServerDatabase(path: database, isGuest: true).read { try StorageUsage(in: $0) }
    for (name, value) in usage.lines { print("\(name): \(value)") }
  }
}
