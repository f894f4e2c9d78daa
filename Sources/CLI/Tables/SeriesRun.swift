// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct SeriesOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: helpText(
      "Save your own table as a provider with this name. Use small letters, digits and dashes.", valueName: "name"))
  var name: String?
  @Option(
    name: .customLong("name"),
    help: helpText("The name to show with the rates.", valueName: "title"))
  var title: String?
  @Option(
    name: .customLong("forget"),
    help: helpText("Delete the imported table of rates with this name.", valueName: "name"))
  var forgotten: String?
  @Option(help: helpText("The column of dates, by name or number.", valueName: "column")) var date: String?
  @Option(help: helpText("The column of rates.", valueName: "column")) var rate: String?
  @Option(
    help: helpText("The base currency, or the column with the base currency.", valueName: "currency"))
  var from: String?
  @Option(
    help: helpText("The currency of the rates, or the column with this currency.", valueName: "currency"))
  var to: String?
  @OptionGroup var numbers: NumberOptions

  var choices: TableChoices {
    var choices = TableChoices()
    let given: [TableColumn: String?] = [.amount: rate, .from: from, .day: date, .to: to]
    choices.columns = given.compactMapValues { $0.map { .typed($0) } }
    switch numbers.form {
    case .locale: choices.locale = numbers.form.symbols
    case .plain, .named: choices.symbols = numbers.form.symbols
    }
    choices.putsMonthFirst = CLIContext.locale("LC_TIME").region == "US"
    return choices
  }
}

struct SeriesRun {
  let options: SeriesOptions
  let file: String?
  let session: CLIContext

  func run() async throws {
    try session.requireSavedRates()
    if let name = options.forgotten { return try await forget(name) }
    guard let name = options.name, let file else { return }
    guard let id = ProviderID(name: name), name.utf8.count <= 32, !id.namesTeam,
      await session.core.rates.endpoints(of: id).map(\.hasNoServer) ?? true
    else {
      throw Failure(
        .usage,
        tr(
          "Can't name a table \"{name}\". Use small letters, digits and dashes, but not a provider's name.",
          ["name": name]))
    }
    do {
      let content = try TableRun.content(file)
      let names = session.core.catalogue.systemNames
      let table = try SeriesTable(
        content, choices: options.choices, today: CLIContext.today, catalogue: session.core.catalogue
      ) { session.reader($0, names: names) }
      TableReport(table.form, content).seriesLines(table).forEach(Terminal.printError)
      let provider = try await session.core.rates.userSeries.save(table, as: id, name: options.title ?? name)
      Terminal.say(
        trn(
          "{provider}: {n} rate, in {code}, from {first} to {last}.",
          "{provider}: {n} rates, in {code}, from {first} to {last}.", table.count,
          [
            "provider": name, "code": provider.home.code, "first": provider.firstDay.description,
            "last": table.lastDay.description,
          ]))
    } catch let fault as TableFault {
      throw Failure(fault, ofSeries: true)
    }
  }

  private func forget(_ name: String) async throws {
    let isGone = try await session.core.rates.userSeries.remove(ProviderID(name))
    guard isGone else {
      throw Failure(.usage, tr("You have no table named \"{name}\".", ["name": name]))
    }
  }
}
