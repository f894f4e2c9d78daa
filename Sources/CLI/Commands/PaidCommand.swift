// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct PaidCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "paid",
      abstract: helpText("Compare a payment with the mid-market rate of its date."),
      usage: [
        "kurs-cli paid <price> <currency> <payment> <currency> [<options>]",
        "kurs-cli paid <price> <currency> <currency> [<options>]",
      ].joined(separator: "\n"),
      discussion: helpText(
        "The first amount is the price, the second the amount charged. Without an amount charged, only your fee profiles (setting \"fee-profiles\") are compared."
      ))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The price, such as 100.")) var price: String
  @Argument(help: helpText("The currency of the price.")) var currency: String
  @Argument(
    help: helpText("The amount charged and its currency. With only the currency, your fee profiles are compared."))
  var payment: [String]
  @Option(
    help: helpText("The date of the payment. Default: today.", valueName: "day")) var on: String?
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var numbers: NumberOptions
  @OptionGroup var age: AgeOptions
  @Flag(help: helpText("Save the rate you paid as a custom rate.")) var keep = false
  @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

  func validate() throws {
    guard (1...2).contains(payment.count) else {
      throw ValidationError("Unexpected argument '\(payment.dropFirst(2).first ?? "")'")
    }
    guard !keep || payment.count == 2 else { throw ValidationError(tr("Use --keep only with the amount charged")) }
  }

  func run() async throws {
    let session = try CLIContext(common)
    await age.apply(to: session)
    let (price, notes) = try CLIContext.number(price, numbers.form)
    let (from, to) = (try session.currency(currency), try session.currency(payment[payment.count - 1]))
    let paid = payment.count == 2 ? try CLIContext.number(payment[0], numbers.form) : nil
    var sources = providers
    sources.side = .middle
    let day = try CLIContext.conversionDay(on)
    let resolver = try await session.rates(of: sources, on: day).resolver
    let route = try resolver.route(from: from, to: to)
    var purchase: Purchase?
    if let paid {
      guard let bought = Purchase(price: Money(price, from), paid: Money(paid.value, to)) else {
        throw Failure(.usage, tr("Price and payment must be above zero. Their currencies must differ."))
      }
      purchase = bought
    } else if price.signum <= 0 || from == to {
      throw Failure(.usage, tr("Price and payment must be above zero. Their currencies must differ."))
    }
    let output = PaidOutput(
      price: Money(price, from), purchase: purchase, middle: route,
      selling: await session.core.rates.selling(beside: route, on: day), day: day ?? CLIContext.today,
      resolver: resolver, catalogue: session.core.catalogue, profiles: session.core.reading.settings.feeProfiles)
    (json ? [JSONWriter().text(of: output.json)] : output.lines + notes + (paid?.notes ?? [])).forEach(Terminal.say)
    guard keep, let purchase else { return }
    let note = "paid on \(day ?? CLIContext.today)"
    guard let own = CustomRate(from: from, to: to, value: purchase.rate, note: note) else { return }
    let objects = try await session.objects()
    try await objects.set(own)
    if !json { Terminal.say("custom rate: \(own.line)") }
  }
}

private struct PaidOutput {
  let price: Money
  let purchase: Purchase?
  let middle: ConversionPath
  /// The selling rate of the bank that published the middle rate. Nil if the bank publishes no selling rate.
  let selling: ConversionPath?
  let day: Day
  let resolver: Resolver
  let catalogue: CurrencyCatalogue
  let profiles: [String: FeeProfile]

  private var fair: Money { Money(middle.convert(price.amount), middle.to) }

  var lines: [String] {
    var lines: [String] = []
    if let purchase {
      lines.append("paid: \(shown(purchase.paid)) for \(shown(price)), 1 \(price.currency) = \(rate(purchase.rate))")
    }
    let source = middle.provenance(side: .middle) { resolver.provider($0) }
    lines.append("mid-market: \(shown(fair)), 1 \(price.currency) = \(rate(middle.value))")
    lines.append(source)
    if let offer = offer(selling) {
      let percent = offer.markUp(over: middle.value).percent
      let more = "\(sign(percent))\(percent.text(places: 2)) %"
      lines.append("bank sells at: \(shown(offer.paid)), 1 \(price.currency) = \(rate(offer.rate)), \(more)")
    }
    if let purchase {
      let (percent, money) = purchase.markUp(over: middle.value)
      lines.append("markup: \(sign(money.amount))\(shown(money)), \(sign(percent))\(percent.text(places: 2)) %")
    }
    lines += quotes.map { quote in
      guard let total = quote.total else { return "\(quote.name): no rate for its fee" }
      return "\(quote.name): \(shown(total))" + (quote.percent.map { ", \(sign($0))\($0.text(places: 2)) %" } ?? "")
    }
    return lines
  }

  var json: JSONValue {
    let profiles = quotes.map { quote in
      [
        "name": .string(quote.name), "paid": quote.total.map { .string(text($0)) } ?? .null,
        "exact": quote.total.map { .string($0.amount.exactText()) } ?? .null,
      ] as JSONValue
    }
    var members: [(String, JSONValue)] = [
      ("price", .string(price.amount.exactText())), ("from", .string(price.currency.code)),
      ("to", .string(middle.to.code)), ("day", .string(day.description)), ("middle", .string(text(fair))),
      ("selling", offer(selling).map { .string(text($0.paid)) } ?? .null),
      ("sellingRate", selling.map { .string($0.value.exactText()) } ?? .null),
    ]
    members += middle.members { resolver.provider($0) }
    if let purchase {
      let (percent, money) = purchase.markUp(over: middle.value)
      members += [
        ("paid", .string(purchase.paid.amount.exactText())), ("impliedRate", .string(purchase.rate.exactText())),
        ("markUp", .string(text(money))), ("markUpPercent", .string(percent.text(places: 4))),
      ]
    }
    return .object(JSONObject(members + [("profiles", .array(profiles))]))
  }

  private func offer(_ route: ConversionPath?) -> Purchase? {
    route.flatMap { Purchase(price: price, paid: Money($0.convert(price.amount), $0.to)) }
  }

  private var quotes: [FeeQuote] { profiles.quotes(for: price, costing: fair, on: day, by: resolver) }

  private func sign(_ value: Rational) -> String { value.signum > 0 ? "+" : "" }

  private func rate(_ value: Rational) -> String { "\(value.text(significant: 6)) \(middle.to)" }

  private func shown(_ money: Money) -> String { "\(text(money)) \(money.currency)" }

  private func text(_ money: Money) -> String {
    money.amount.text(places: money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency)))
  }
}
