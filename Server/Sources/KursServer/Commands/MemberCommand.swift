// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import GRDB

struct MemberCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "member", abstract: "Lists the members, or creates a code for a member who forgot the password.",
    subcommands: [List.self, Reset.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the members with address, id, date of registration, sessions, last use and bytes.",
      discussion: "This command changes nothing. You can run it while the server runs.")

    @Option(help: "The server's SQLite file.")
    var database: String

    func run() throws {
      let lines = try ServerDatabase(path: database, isGuest: true).writeAndWait { try Self.lines(in: $0) }
      for line in lines { print(line) }
    }

    private static func lines(in database: Database) throws -> [String] {
      let members = try Row.fetchAll(database, sql: "SELECT id, email, created FROM member ORDER BY email, id")
      return try members.map { row in
        let (id, email, created): (String, String?, Instant) = (row["id"], row["email"], row["created"])
        let sessions = try Sessions(database: database).summary(of: id)
        let bytes = try Space(database: database).used(by: id)
        return [
          email.map(Terminal.safe) ?? "-", id, created.description, "\(sessions.count)",
          sessions.renewed?.description ?? "-", "\(bytes)",
        ].joined(separator: "\t")
      }
    }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Creates a code with which a member can set a new password.",
      discussion:
        "The code can be used once, within 24 hours. Using it ends all sessions of the member. You can run this command while the server runs."
    )

    @Option(help: "The server's SQLite file.")
    var database: String
    @Argument(help: "The member's e-mail address.")
    var email: String

    func run() throws {
      let code = Code.random(SystemRandom.bytes)
      let now = SystemClock.now()
      guard let address = EmailAddress(email) else { throw ValidationError("\(email) is not an e-mail address.") }
      try ServerDatabase(path: database, isGuest: true).writeAndWait { database in
        guard let member = try Members(database: database).member(email: address) else {
          throw ValidationError("\(address.text) is not a member. For the list, run `kurs-server member list`.")
        }
        try ResetCodes(database: database, now: now).add(code, of: member.id)
      }
      print(code)
    }
  }
}

enum Terminal {
  /// Replaces control characters and line breaks, so that a member's name can't change the terminal.
  static func safe(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar -> Unicode.Scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
