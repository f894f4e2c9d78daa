// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

struct PaidOutput {
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
