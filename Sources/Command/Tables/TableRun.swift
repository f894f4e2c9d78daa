// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `convert --csv`: writes the same table with a converted value in each row, at the rates of the row's day.
struct TableRun {
  let options: TableOptions
  let file: String?
  let asked: DayChoice
  let rule: RuleOptions
  /// Whether a day was given, not only a rule.
  let isOneDay: Bool
  /// As named, not those of a law.
  let providers: ProviderOptions
  let numbers: NumberForm
  let noOwnRates: Bool
  let session: CLIContext

  func run() async throws {
    if case .mean = asked, options.ruleColumn != nil {
      throw Failure(.usage, tr("--rule-column goes with days, not with a period"))
    }
    let source = try TableSource(file.flatMap { $0 == "-" ? nil : CLIContext.absolute($0) })
    var input = try TableInput(source.next)
    let names = session.core.catalogue.systemNames
    let form = try TableForm(of: input.sample, wishes: wishes) { session.reader($0, names: names) }
    TableReport(form, isTranscoded: input.isTranscoded).lines.forEach(Terminal.complain)
    // Reports once what concerns all rates, before any row needs them.
    _ = try await session.rates(of: rule.providers(providers), on: nil)
    let order = try await session.named(providers.order)
    let own = noOwnRates ? [] : try await session.ownRates().holding(on: CLIContext.today)
    var conversion = TableConversion(
      form, reader: session.reader(form.symbols, names: names), catalogue: session.core.catalogue,
      word: { Failure($0, form).description })
    let target = try options.output.map { path in try WholeFileWriter(CLIContext.absolute(path)) }
    let outcome = try await conversion.run(
      &input, resolver: { try await resolver(of: $0, by: $1, order, own) }
    ) { bytes in
      if let target { try target.append(bytes) } else { try Terminal.sayBytes(bytes) }
    }
    if let target { try target.finish() }
    guard let first = outcome.first else { return }
    throw Failure(.badData, Failure.sentence(for: outcome, first.row, first.fault, form))
  }

  private func resolver(
    of day: Day?, by rule: NamedRule?, _ order: [ProviderID]?, _ own: [CustomRate]
  ) async throws -> Result<Resolver, RateError> {
    do throws(RatesFailure) {
      let choice = RuleOptions.choice(on: day, by: rule, besides: asked)
      let legal = order ?? rule?.preset.map { [$0.provider] }
      var resolver = try await session.core.rates.ratesInUse(choice, of: legal).resolver
      resolver.own = own
      return .success(resolver)
    } catch {
      guard case .rate(let reason) = error else { throw error }
      return .failure(reason)
    }
  }

  private var wishes: TableChoices {
    var wishes = TableChoices()
    (wishes.columns, wishes.rule) = (options.columns, rule.wish)
    // An option applies to all rows, whatever columns the table has.
    if rule.wish != nil, options.ruleColumn == nil { wishes.columns[.rule] = .nowhere }
    switch asked {
    case .newest: break
    case .day(let day, _): wishes.day = isOneDay ? day : nil
    case .mean(let period): (wishes.day, wishes.columns[.rule]) = (period.upperBound, .nowhere)
    }
    switch numbers {
    case .locale: wishes.locale = numbers.symbols
    case .plain, .named: wishes.symbols = numbers.symbols
    }
    wishes.putsMonthFirst = CLIContext.locale("LC_TIME").region == "US"
    return wishes
  }
}
