// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct SavedCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "saved", abstract: helpText("List, show and delete saved calculations."),
      subcommands: [List.self, Show.self, Delete.self, Restore.self], defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String { helpText("Print your lists, in the order shown in the window.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("Words to find in the title or the text.")) var search = ""
    @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

    func run() async throws {
      let session = try CLIContext(common)
      let objects = try await session.objects()
      let all = try await session.archive(of: objects).saved(search: search)
      if json {
        let rows = all.map { SavedOutput($0, comparison: nil, session.core.catalogue).json }
        Terminal.say(JSONWriter().text(of: .array(rows)))
      } else {
        for saved in all { Terminal.say(SavedOutput(saved, comparison: nil, session.core.catalogue).row) }
      }
      await objects.reportCopies()
    }
  }

  struct Show: PlainCommand {
    static var abstract: String { helpText("Print a saved calculation at its saved rates and at today's rates.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The id of the calculation, the beginning of the id, or the title.")) var name: String
    @OptionGroup var providers: ProviderOptions
    @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

    func run() async throws {
      let session = try CLIContext(common)
      let archive = try await session.archive(comparedBy: providers)
      let saved = try await archive.one(named: name)
      _ = try await session.rates(of: providers, on: nil)
      let comparison = try await archive.comparison(saved.record)
      let output = SavedOutput(saved, comparison: comparison, session.core.catalogue)
      (json ? [JSONWriter().text(of: output.json)] : output.lines).forEach(Terminal.say)
    }
  }

  struct Delete: PlainCommand {
    static var abstract: String { helpText("Delete a saved calculation. To undo this, run \"kurs-cli saved restore\".") }
    static var aliases: [String] { ["remove"] }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The id of the calculation, the beginning of the id, or the title.")) var name: String

    func run() async throws {
      let archive = try await CLIContext(common).archive()
      let saved = try await archive.one(named: name)
      try await archive.delete(saved.id)
      Terminal.say(
        tr(
          "Deleted “{title}”. To undo this, run \"kurs-cli saved restore {id}\".",
          ["title": saved.title, "id": "\(saved.id)"]))
    }
  }

  struct Restore: PlainCommand {
    static var abstract: String { helpText("Restore a deleted calculation.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The complete id of the calculation.")) var id: String

    func run() async throws {
      let archive = try await CLIContext(common).archive()
      guard let id = UserObject.ID(id) else { throw Failure.notSaved(self.id) }
      try await archive.restore(id)
      guard let saved = try await archive.saved(id) else {
        throw Failure.notSaved(self.id)
      }
      Terminal.say(tr("Restored “{title}”.", ["title": saved.title]))
    }
  }
}

extension CalculationArchive {
  nonisolated func one(named name: String) async throws -> SavedCalculation {
    let all = try await saved()
    let found = all.filter { $0.id.text == name.lowercased() }
    let candidates = found.isEmpty ? all.filter { $0.title == name || $0.id.text.hasPrefix(name.lowercased()) } : found
    guard let one = candidates.first, candidates.count == 1 else {
      throw candidates.isEmpty ? Failure.notSaved(name) : Failure.severalSaved(name)
    }
    return one
  }
}

extension Failure {
  static func notSaved(_ name: String) -> Failure {
    Failure(.usage, tr("No calculation \"{name}\" found. For the list, run \"kurs-cli saved list\".", ["name": name]))
  }

  static func severalSaved(_ name: String) -> Failure {
    Failure(.usage, tr("Several calculations are named \"{name}\". Use the id of one instead.", ["name": name]))
  }
}

private struct SavedOutput {
  let saved: SavedCalculation
  /// The results at the saved rates and at today's rates. Nil if the user didn't request them.
  let comparison: CalculationComparison?
  let catalogue: CurrencyCatalogue

  init(_ saved: SavedCalculation, comparison: CalculationComparison?, _ catalogue: CurrencyCatalogue) {
    self.saved = saved
    self.comparison = comparison
    self.catalogue = catalogue
  }

  private var keptOn: Day { LiveClock.moment(saved.record.savedAt.milliseconds).localDay }

  var row: String {
    "\(saved.id.text.prefix(8))  \(keptOn)  \(saved.title)  \(total(result))"
  }

  private var result: CalculationValue? { saved.record.conversions.first.map { .money($0) } ?? saved.record.total }

  var lines: [String] {
    let title = "\(saved.title), saved on \(keptOn)"
    let text = comparison.map { $0.lines.map(line) } ?? saved.record.text.split(separator: "\n").map { "  \($0)" }
    let totals = (comparison?.totals ?? []).map { "= \(sides($0))" }
    let today = (comparison?.today.rates ?? []).map { "today " + provenance($0) }
    return [title] + text + totals + saved.record.rates.map(provenance) + today
  }

  var json: JSONValue {
    let record = saved.record
    var members: [(String, JSONValue)] = [
      ("id", .string(saved.id.text)), ("title", .string(saved.title)), ("text", .string(record.text)),
      ("saved", .string(keptOn.description)), ("currency", .string(record.result.code)),
      ("total", .string(record.total?.amount.exactText() ?? "")), ("rates", .array(record.rates.map(json))),
    ]
    if let comparison {
      let lines = comparison.lines.map { JSONValue.object(JSONObject(head(of: $0.line) + sides($0.amounts))) }
      members.append(("lines", .array(lines)))
      members.append(("ratesToday", .array(comparison.today.rates.map(json))))
      members.append(("totals", .array(comparison.totals.map { .object(JSONObject(sides($0))) })))
    }
    return .object(JSONObject(members))
  }

  private func head(of line: CalculationLine) -> [(String, JSONValue)] {
    [("text", .string(line.text)), ("sign", .string(line.sign == .minus ? "-" : "+")), ("note", .string(line.note))]
  }

  private func sides(_ amounts: CalculationComparison.Amounts) -> [(String, JSONValue)] {
    [
      ("currency", .string(amounts.currency.code)), ("then", exact(amounts.then)), ("today", exact(amounts.today)),
      ("change", exact(amounts.change)),
    ]
  }

  private func line(_ line: CalculationLine, _ amounts: CalculationComparison.Amounts) -> String {
    "  \(line.sign == .minus ? "-" : "+") \(line.text): \(sides(amounts))"
  }

  private func sides(_ amounts: CalculationComparison.Amounts) -> String {
    let change = amounts.change.map { " (\($0.signum < 0 ? "" : "+")\(($0 * Rational(100)).text(places: 2)) %)" } ?? ""
    return "then \(shown(amounts.then, amounts.currency)), today \(shown(amounts.today, amounts.currency))\(change)"
  }

  private func json(_ rate: UsedRate) -> JSONValue {
    [
      "from": .string(rate.from.code), "to": .string(rate.to.code), "value": .string(rate.value.fraction),
      "own": .bool(rate.isOwn), "provider": rate.provider.map { .string($0.name) } ?? .null,
      "observed": rate.observed.map { .string($0.description) } ?? .null,
    ]
  }

  private func provenance(_ rate: UsedRate) -> String {
    let source =
      rate.isOwn
      ? "custom rate"
      : [rate.provider?.name, rate.observed?.description].compactMap { $0 }
        .joined(separator: ", ")
    return "1 \(rate.from) = \(rate.value.text(significant: 6)) \(rate.to)" + (source.isEmpty ? "" : " (\(source))")
  }

  private func exact(_ number: Rational?) -> JSONValue { number.map { .string($0.exactText()) } ?? .null }

  private func shown(_ amount: Rational?, _ currency: Currency) -> String {
    guard let amount else { return "not available" }
    return total(.money(Money(amount, currency)))
  }

  private func total(_ total: CalculationValue?) -> String {
    switch total {
    case .money(let money):
      money.amount.text(places: money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency)))
        + " \(money.currency)"
    case .number(let number), .percent(let number): number.exactText(significant: 12)
    case nil: "not available"
    }
  }
}
