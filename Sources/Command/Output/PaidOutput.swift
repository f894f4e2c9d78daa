// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// A payment beside the middle of its day, and what fee profiles would have made of it.
struct PaidOutput {
  let price: Money
  let purchase: Purchase?
  let middle: Route
  let day: Day
  let resolver: Resolver
  let catalogue: CurrencyCatalogue
  let profiles: [String: FeeProfile]

  private var fair: Money { Money(middle.convert(price.amount), middle.to) }

  /// The payment, the middle, what it came to more, and each profile, the cheapest first.
  var lines: [String] {
    var lines: [String] = []
    if let purchase {
      lines.append("paid: \(shown(purchase.paid)) for \(shown(price)), 1 \(price.currency) = \(rate(purchase.rate))")
    }
    let source = middle.provenance(side: .middle) { resolver.provider($0) }
    lines.append("middle: \(shown(fair)), 1 \(price.currency) = \(rate(middle.value))")
    lines.append(source)
    if let purchase {
      let (percent, money) = purchase.markUp(over: middle.value)
      lines.append("mark-up: \(sign(money.amount))\(shown(money)), \(sign(percent))\(percent.text(places: 2)) %")
    }
    lines += quotes.map { name, quote in
      guard case .success(let total) = quote else { return "\(name): no rate for its fee" }
      let more = Purchase(price: price, paid: total)?.markUp(over: middle.value)
      return "\(name): \(shown(total))" + (more.map { ", \(sign($0.percent))\($0.percent.text(places: 2)) %" } ?? "")
    }
    return lines
  }

  var json: JSONValue {
    let profiles = quotes.map { name, quote in
      JSONValue.object(
        JSONObject([
          ("name", .string(name)),
          ("paid", (try? quote.get()).map { .string(text($0)) } ?? .null),
          ("exact", (try? quote.get()).map { .string($0.amount.exactText()) } ?? .null),
        ]))
    }
    var members: [(String, JSONValue)] = [
      ("price", .string(price.amount.exactText())), ("from", .string(price.currency.code)),
      ("to", .string(middle.to.code)), ("day", .string(day.description)), ("middle", .string(text(fair))),
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

  private var quotes: [(name: String, total: Result<Money, RateError>)] {
    let all = profiles.map { name, profile in
      let total = Result { () throws(RateError) -> Money in
        try profile.total(of: fair, on: day) { money throws(RateError) in
          try resolver.route(from: money.currency, to: fair.currency).convert(money.amount)
        }
      }
      return (name: name, total: total)
    }
    return all.sorted { a, b in
      switch (try? a.total.get().amount, try? b.total.get().amount) {
      case (let one?, let other?): (one, a.name) < (other, b.name)
      case (nil, nil): a.name < b.name
      case (let one, _): one != nil
      }
    }
  }

  private func sign(_ value: Rational) -> String { value.signum > 0 ? "+" : "" }

  private func rate(_ value: Rational) -> String { "\(value.text(significant: 6)) \(middle.to)" }

  private func shown(_ money: Money) -> String { "\(text(money)) \(money.currency)" }

  private func text(_ money: Money) -> String {
    money.amount.text(places: money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency)))
  }
}
