// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct WaitingCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "waiting", abstract: helpText("Show, retry or discard unsent changes."),
      subcommands: [List.self, Retry.self, Discard.self], defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String {
      helpText("List unsent names, pictures, reports and statistics, oldest first.")
    }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      let session = try await AccountSession(common)
      let changes = await session.services.waitingChanges()
      if json { return Terminal.say(JSONWriter().text(of: .array(changes.map(\.json)))) }
      for change in changes { Terminal.say(change.line) }
    }
  }

  struct Retry: PlainCommand {
    static var abstract: String { helpText("Send the changes again, including refused ones (uses the network).") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("One or more numbers, as the subcommand \"list\" shows them.")) var numbers: [Int64]

    func run() async throws {
      let session = try await AccountSession(common)
      _ = await session.settledState()
      let queue = session.services.queue
      for change in try await session.waitingChanges(numbers) { try await queue.retry(change.id) }
      let report = await session.services.flushQueue()
      let left = await session.services.waitingChanges().filter { numbers.contains($0.id) }
      await queue.close()
      if let fault = report.fault { throw Failure(fault) }
      guard !report.isBusyElsewhere else {
        throw Failure(.unavailable, tr("Another program is already sending the queue. Wait until it ends."))
      }
      for change in left {
        Terminal.printError(
          tr("{title}: {reason}", ["title": KursWords.changeTitle(change), "reason": KursWords.sentence(for: change)]))
      }
      let sent = Set(numbers).count - left.count
      Terminal.say(trn("{n} change was sent.", "{n} changes were sent.", sent))
      guard left.isEmpty else {
        throw left.contains { $0.refusal != nil } ? ExitCode.failure : ExitCode.unavailable
      }
    }
  }

  struct Discard: PlainCommand {
    static var abstract: String { helpText("Permanently delete changes without sending them.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("One or more numbers, as the subcommand \"list\" shows them.")) var numbers: [Int64]

    func run() async throws {
      let session = try await AccountSession(common)
      _ = await session.settledState()
      let changes = try await session.waitingChanges(numbers)
      for change in changes { try await session.services.discard(change) }
      await session.account.confirmed()
      await session.services.queue.close()
      Terminal.say(trn("{n} change deleted.", "{n} changes deleted.", changes.count))
    }
  }
}

extension AccountSession {
  /// Returns the waiting changes with these numbers. If a number doesn't exist, throws before any change is handled.
  fileprivate func waitingChanges(_ numbers: [Int64]) async throws -> [WaitingChange] {
    let changes = await services.waitingChanges()
    let missing = numbers.filter { number in !changes.contains { $0.id == number } }
    guard missing.isEmpty else {
      let list = missing.map(String.init).joined(separator: ", ")
      throw Failure(
        .usage,
        trn(
          "No unsent change has number {numbers}. For the list, run \"kurs-cli account waiting list\".",
          "No unsent changes have the numbers {numbers}. For the list, run \"kurs-cli account waiting list\".",
          missing.count,
          ["numbers": list]))
    }
    return changes.filter { numbers.contains($0.id) }
  }

  func reportRefusedChanges() async {
    var refused = RefusedChanges()
    for change in refused.new(among: await services.waitingChanges()) {
      Terminal.printError(
        KursWords.announcement(of: change) + " " + tr("See \"{command}\".", ["command": "kurs-cli account waiting"]))
    }
  }
}

extension WaitingChange {
  fileprivate var line: String { "\(id)  \(enqueued.utcText)  \(what)  \(reason)" }

  fileprivate var json: JSONValue {
    let state: JSONValue = refusal == nil ? "waiting" : "refused"
    var fields = JSONObject([
      ("number", .number(JSONNumber(Int(id)))), ("enqueued", .string(enqueued.utcText)), ("kind", .string(word)),
      ("server", .string(server)), ("state", state), ("reason", .string(reason)),
    ])
    if case .name(let name) = kind { fields["name"] = .string(name) }
    if case .statistics(let events) = kind { fields["events"] = .number(JSONNumber(events)) }
    return .object(fields)
  }

  private var reason: String { refusal.reason(history) }

  private var what: String {
    switch kind {
    case .name(let name): "name \"\(name)\""
    case .statistics(let events): "statistics of \(events) events"
    case .picture, .pictureRemoval, .report: word
    }
  }

  private var word: String {
    switch kind {
    case .name: "name"
    case .picture: "picture"
    case .pictureRemoval: "picture-removal"
    case .report: "report"
    case .statistics: "statistics"
    }
  }
}
