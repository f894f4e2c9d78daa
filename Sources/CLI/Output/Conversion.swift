// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// The result of a conversion. If a target currency has no rate, the others are still converted.
struct Conversion {
  let amount: Money
  let resolver: Resolver
  let now: Timestamp
  let catalogue: CurrencyCatalogue
  let routes: [ConversionPath]
  let failures: [(currency: Currency, failure: Failure)]
  let notes: [String]
  let cash: (Money) -> CashRounding?

  init(
    amount: Money, to targets: [Currency], resolver: Resolver, now: Timestamp, catalogue: CurrencyCatalogue,
    notes: [String], cash: @escaping (Money) -> CashRounding?
  ) {
    var (routes, failures) = ([ConversionPath](), [(currency: Currency, failure: Failure)]())
    for target in targets {
      do throws(RateError) {
        routes.append(try resolver.route(from: amount.currency, to: target))
      } catch {
        failures.append((target, Failure(error)))
      }
    }
    (self.amount, self.resolver, self.now, self.catalogue) = (amount, resolver, now, catalogue)
    (self.routes, self.failures, self.notes, self.cash) = (routes, failures, notes, cash)
  }

  /// Returns `100.00 EUR = 111.72 USD`, followed by source, date and rate, or by the calculation if `explained`.
  func lines(explained: Bool) -> [String] {
    routes.flatMap { route in
      let value = Money(route.convert(amount.amount), route.to)
      let coins = cash(value).map { ", \(shown($0.paid)) in cash" } ?? ""
      let first = "\(shown(amount, atLeast: amount.amount.terminatingPlaces ?? 0)) = \(shown(value))\(coins)"
      return [first] + (explained ? explanation(route).lines(catalogue) : [provenance(route)]) + gram(route)
    } + notes
  }

  private func gram(_ rate: ConversionPath) -> [String] {
    guard let gram = GramPrice(from: rate.from, to: rate.to, value: rate.value, catalogue) else { return [] }
    return ["1 g \(gram.metal) = \(gram.price.amount.text(places: gram.places(catalogue))) \(gram.price.currency)"]
  }

  var json: JSONValue {
    let errors = failures.map { currency, failure in
      ["to": .string(currency.code), "message": .string(failure.description)] as JSONValue
    }
    return [
      "amount": .string(amount.amount.exactText()), "from": .string(amount.currency.code),
      "results": .array(routes.map(result)), "errors": .array(errors),
      "notes": .array(notes.map { .string($0) }),
    ]
  }

  private func result(_ route: ConversionPath) -> JSONValue {
    let value = Money(route.convert(amount.amount), route.to)
    var members: [(String, JSONValue)] = [
      ("to", .string(route.to.code)), ("value", .string(value.text(minorUnit: places(of: value)))),
      ("exact", .string(value.amount.exactText())),
    ]
    if let coins = cash(value) { members.append(("cash", .string(coins.paid.text(minorUnit: places(of: coins.paid))))) }
    let notes = explanation(route).notes.map { JSONValue.string($0) }
    return .object(JSONObject(members + route.members { resolver.provider($0) } + [("notes", .array(notes))]))
  }

  private func explanation(_ route: ConversionPath) -> Explanation {
    resolver.explanation(of: amount, by: route, now: now)
  }

  private func provenance(_ route: ConversionPath) -> String {
    route.provenance(side: resolver.side) { resolver.provider($0) }
      + (resolver.overdueAge(of: route).map { ", \($0.daysOld)" } ?? "")
  }

  private func shown(_ money: Money, atLeast typedPlaces: Int = 0) -> String {
    "\(money.amount.text(places: max(places(of: money), typedPlaces))) \(money.currency)"
  }

  private func places(of money: Money) -> Int {
    money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
  }
}
