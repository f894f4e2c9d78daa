// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct ConversionRun {
  let amount: String
  let from: String
  let to: String
  var common = CommonOptions(dataDir: nil)
  var choice = DayChoice.newest
  var providers = ProviderOptions(names: nil)
  var numbers = NumberForm.locale
  var age: AgeOptions?
  var ruleNotes: [String] = []
  var noOwnRates = false
  var explain = false
  var json = false

  init(_ amount: String, _ from: String, _ to: String) {
    (self.amount, self.from, self.to) = (amount, from, to)
  }

  /// Reads `convert 100 EUR USD` without the parser, which takes half of the run time. Nil for any other form.
  init?(plain arguments: [String]) {
    guard arguments.count == 4, arguments[0] == "convert", !arguments.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    self.init(arguments[1], arguments[2], arguments[3])
  }

  func run() async throws {
    let (value, notes) = try CLIContext.number(amount, numbers)
    let session = try CLIContext(common)
    await age?.apply(to: session)
    let (source, share, named) = try session.unit(from)
    let (targets, readingNotes) = try session.currencies(to)
    var resolver = try await session.rates(of: providers, choice).resolver
    if !noOwnRates { resolver.use(try await session.ownRates().holding(on: CLIContext.today)) }
    let output = Conversion(
      amount: Money(value * share, source), to: targets, resolver: resolver, now: CLIContext.now(),
      catalogue: session.core.catalogue, notes: notes + named + readingNotes + ruleNotes, cash: session.cash)
    (json ? [JSONWriter().text(of: output.json)] : output.lines(explained: explain)).forEach(Terminal.say)
    for (_, failure) in output.failures { Terminal.refuse(failure.description, failure.code) }
    if let first = output.failures.first?.failure { throw first.code }
  }
}
