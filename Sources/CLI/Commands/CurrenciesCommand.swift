// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct CurrenciesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "currencies", abstract: helpText("List the currencies, with their decimal places and end dates."))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("Part of the name, the code or a symbol. Default: all currencies."))
  var search: [String] = []
  @Flag(help: helpText("Print JSON.")) var json = false

  func run() async throws {
    let wanted = search.joined(separator: " ").lowercased()
    let catalogue = try CLIContext(common).core.catalogue
    // The search includes names in the user's language. They are slow to load, so they are loaded only for a search.
    let named = wanted.isEmpty ? [] : Set(catalogue.systemNames.filter { $0.key.contains(wanted) }.values)
    let records = catalogue.sorted.filter {
      wanted.isEmpty || named.contains($0.currency) || Self.isMeant($0, by: wanted)
    }
    if records.isEmpty { throw CommandFailure.unknownCurrency(search.joined(separator: " ")) }
    guard json else {
      for record in records {
        let end = record.until.map { "  until \($0)" } ?? ""
        Terminal.say("\(record.currency)  \(record.minorUnit)  \(record.name)\(end)")
      }
      return
    }
    Terminal.say(JSONWriter().text(of: .array(records.map(document))))
  }

  private static func isMeant(_ record: CurrencyRecord, by wanted: String) -> Bool {
    record.currency.code.lowercased() == wanted || record.name.lowercased().contains(wanted)
      || record.symbols.contains { $0.lowercased() == wanted }
  }

  private func document(_ record: CurrencyRecord) -> JSONValue {
    [
      "code": .string(record.currency.code), "name": .string(record.name),
      "kind": .string(record.kind.rawValue),
      "minorUnit": .number(JSONNumber(record.minorUnit)),
      "symbols": .array(record.symbols.map { .string($0) }),
      "countries": .array(record.countries.map { .string($0) }),
      "until": record.until.map { .string($0.description) } ?? .null,
      "successor": record.successor.map { .string($0.code) } ?? .null,
    ]
  }
}
