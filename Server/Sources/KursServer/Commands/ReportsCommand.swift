// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import GRDB

struct ReportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports", abstract: "Shows the responses of providers that clients couldn't read.",
    subcommands: [List.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the reports by provider, endpoint and place in the schema, the most frequent first.",
      discussion: "This command changes nothing. You can run it while the server runs.")

    @Option(help: "The server's SQLite file.")
    var database: String
    @Flag(help: "Show the newest request and response for each place, if a member sent them.")
    var answers = false

    func run() throws {
      let lines = try ServerDatabase(path: database, isGuest: true).writeAndWait { [answers] in
        try ReportList(in: $0, withAnswers: answers).lines
      }
      for line in lines { print(line) }
    }
  }
}

struct ReportList {
  let lines: [String]

  init(in database: Database, withAnswers: Bool) throws {
    // In the `endpoint` column, an endpoint has the form `PROVIDER COMMAND` or `PROVIDER.COMMAND`.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT endpoint, path, keyword, schema, group_concat(DISTINCT version) AS versions, sum(count) AS count,
        sum(requests) AS requests, sum(requests * by_member) AS by_members, min(first) AS first, max(last) AS last,
        status, request, answer, max(received) FROM report
        GROUP BY endpoint, schema, path, keyword ORDER BY endpoint, count DESC, path, keyword
        """)
    var lines: [String] = []
    var place = (provider: "", command: "")
    for row in rows {
      let endpoint: String = row["endpoint"]
      let provider = String(endpoint.prefix { $0 != " " && $0 != "." })
      let command = String(endpoint.dropFirst(provider.count + 1))
      if provider != place.provider || lines.isEmpty { lines.append(Terminal.safe(provider)) }
      if (provider, command) != place { lines.append("  " + Terminal.safe(command.isEmpty ? "-" : command)) }
      place = (provider, command)
      let (path, keyword, schema, versions): (String, String, String, String) = (
        row["path"], row["keyword"], row["schema"], row["versions"]
      )
      let (count, requests, first, last): (Int, Int, Instant, Instant) = (
        row["count"], row["requests"], row["first"], row["last"]
      )
      let where_ = "\(Terminal.safe(path.isEmpty ? "/" : path)) \(Terminal.safe(keyword))"
      lines.append(
        "    \(where_): \(count) in \(requests) reports, \(first) to \(last), "
          + "schema \(Terminal.safe(schema)), version \(Terminal.safe(versions))")
      guard withAnswers else { continue }
      let (status, request, answer): (Int?, String?, String?) = (row["status"], row["request"], row["answer"])
      if let request { lines.append("      " + Terminal.safe(request) + (status.map { " -> \($0)" } ?? "")) }
      if let answer { lines.append("      " + Terminal.safe(answer)) }
    }
    self.lines = lines.isEmpty ? ["No reports."] : lines
  }
}
