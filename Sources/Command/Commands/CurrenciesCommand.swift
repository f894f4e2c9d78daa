// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `currencies`: every code Kurs knows.
struct CurrenciesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "currencies", abstract: helpText("List the currencies, with their minor unit and their end."))
  }

  @OptionGroup var common: CommonOptions
  @Flag(help: helpText("Print JSON.")) var json = false

  func run() async throws {
    let records = try Session(common).core.catalogue.sorted
    guard json else {
      for record in records {
        let end = record.until.map { "  until \($0)" } ?? ""
        Terminal.say("\(record.currency)  \(record.minorUnit)  \(record.name)\(end)")
      }
      return
    }
    Terminal.say(JSONWriter().text(of: .array(records.map(document))))
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
