// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct QueueCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "queue",
      abstract: helpText("Show, send or remove requests that were not sent to the account server yet."),
      subcommands: [List.self, Flush.self, Drop.self], defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String { helpText("List waiting requests, oldest first, with the result of each attempt.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      let commands = try await QueueCommand.open(common).state().commands
      if json {
        Terminal.say(JSONWriter().text(of: .array(commands.map(\.json))))
      } else {
        for command in commands { Terminal.say(command.line) }
      }
    }
  }

  struct Flush: PlainCommand {
    static var abstract: String { helpText("Send the waiting requests now (uses the network).") }

    @OptionGroup var common: CommonOptions

    func run() async throws {
      let session = try await AccountSession(common)
      _ = await session.settledState()
      let queue = session.services.queue
      let report = await session.services.flushQueue()
      await queue.close()
      if let fault = report.fault { throw Failure(fault) }
      guard !report.isBusyElsewhere else {
        throw Failure(.unavailable, tr("Another program is already sending the queue. Wait until it ends."))
      }
      await session.reportRefusedChanges()
      let left = await queue.state().waiting.count
      Terminal.say(
        tr(
          "Requests: {sent} sent, {waiting} waiting, {aside} rejected.",
          ["sent": String(report.delivered), "waiting": String(left), "aside": String(report.dismissed)]))
      if left > 0 { throw ExitCode.unavailable }
    }
  }

  struct Drop: PlainCommand {
    static var abstract: String { helpText("Remove requests from the queue without sending them.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Remove all requests that a server rejected.")) var undeliverable = false
    @Argument(help: helpText("One or more numbers, as the subcommand \"list\" shows them.")) var numbers: [Int64] = []

    func validate() throws {
      guard undeliverable || !numbers.isEmpty else {
        throw ValidationError(tr("Give the numbers of the requests to remove, or use --undeliverable."))
      }
    }

    func run() async throws {
      let queue = try await QueueCommand.open(common)
      var missing: [Int64] = []
      let doomed = undeliverable ? await queue.state().undeliverable.map(\.id) : []
      for number in numbers + doomed {
        if try await queue.cancel(number) == false { missing.append(number) }
      }
      await queue.close()
      guard missing.isEmpty else {
        let list = missing.map(String.init).joined(separator: ", ")
        throw Failure(
          .usage,
          trn(
            "No request in the queue has number {numbers}. For the list, run \"kurs-cli queue list\".",
            "No requests in the queue have the numbers {numbers}. For the list, run \"kurs-cli queue list\".",
            missing.count, ["numbers": list]))
      }
    }
  }

  private static func open(_ common: CommonOptions) async throws -> OfflineQueue {
    let session = try CLIContext(common)
    return session.core.offlineQueue(try await session.openUser())
  }
}

extension QueuedCommand {
  fileprivate var line: String {
    let owner = content.member.isEmpty ? "" : "  of \(content.member)"
    return "\(id)  \(enqueued.utcText)  \(content.method) \(content.server)\(content.path)\(owner)  \(words)"
  }

  fileprivate var json: JSONValue {
    let state: JSONValue = undeliverable == nil ? "waiting" : "set aside"
    return [
      "number": .number(JSONNumber(Int(id))), "enqueued": .string(enqueued.utcText),
      "member": .string(content.member), "resource": .string(content.resource),
      "command": .string(content.command), "method": .string(content.method),
      "address": .string(content.server + content.path), "key": .string(content.key),
      "bytes": .number(JSONNumber(content.body.count)), "tries": .number(JSONNumber(history.tries)),
      "attempts": .number(JSONNumber(history.attempts)), "state": state, "reason": .string(words),
    ]
  }

  private var words: String { undeliverable.reason(history) }
}

extension Undeliverable? {
  func reason(_ history: QueuedCommand.History) -> String {
    switch self {
    case .refused(let status): "refused with \(status)"
    case .keyReused: "another request has the same key"
    case .gone: "the server no longer accepts it"
    case .tooManyAttempts: "not sent after \(history.attempts) attempts, \(history.lastFault)"
    case .redirected: "the server redirects to another address"
    case .expired: "not sent within a week"
    case .damaged: "damaged on the disk"
    case nil: history.tries == 0 ? "waiting" : "tried \(history.tries) times: \(history.lastFault)"
    }
  }
}

extension QueuedCommand.History {
  fileprivate var lastFault: String {
    switch fault {
    case .unreachable: "the server can't be reached"
    case .timedOut: "the server didn't respond in time"
    case .broken: "the connection broke"
    case .tooManyRequests: "the server received too many requests"
    case .notSignedIn: "you are not signed in"
    case .unusableAnswer: "the response can't be read"
    case .status(let status): "the server reported status \(status)"
    case nil: "no response yet"
    }
  }
}
