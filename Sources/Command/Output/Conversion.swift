// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// A conversion as lines for people and as JSON for programs.
struct Conversion {
  let typed: String
  let amount: Money
  let rates: [CrossRate]
  let table: RateTable
  let catalogue: CurrencyCatalogue
  /// How doubtful numbers and symbols were read.
  let notes: [String]
  let cash: (Money) -> CashRounding?

  /// `100.00 EUR = 111.72 USD`, then source, date and rate.
  var lines: [String] {
    rates.flatMap { rate in
      let value = Money(rate.convert(amount.amount), rate.to)
      let coins = cash(value).map { ", \(shown($0.paid)) in cash" } ?? ""
      return [
        "\(shown(amount, atLeast: amount.amount.terminatingPlaces ?? 0)) = \(shown(value))\(coins)", provenance(rate),
      ]
    } + notes
  }

  var json: JSONValue {
    .object(
      JSONObject([
        ("amount", .string(amount.amount.exactText())), ("from", .string(amount.currency.code)),
        ("results", .array(rates.map(result))), ("notes", .array(notes.map { .string($0) })),
      ]))
  }

  private func result(_ rate: CrossRate) -> JSONValue {
    let value = Money(rate.convert(amount.amount), rate.to)
    var members: [(String, JSONValue)] = [
      ("to", .string(rate.to.code)), ("value", .string(value.text(minorUnit: places(of: value)))),
      ("exact", .string(value.amount.exactText())), ("rate", .string(rate.value.exactText())),
      ("provider", rate.provider.map { .string($0.name) } ?? .null),
      ("observed", rate.observed.map { .string($0.description) } ?? .null),
      ("carried", .bool(rate.isCarried)),
    ]
    if let coins = cash(value) { members.append(("cash", .string(coins.paid.text(minorUnit: places(of: coins.paid))))) }
    if rate.providers.count > 1 {
      members.append(("providers", .array(rate.providers.map { .string($0.name) })))
    }
    return .object(JSONObject(members))
  }

  private func provenance(_ rate: CrossRate) -> String {
    let line = "1 \(rate.from) = \(rate.value.text(significant: 6)) \(rate.to)"
    guard let observed = rate.observed else { return "fixed by law, \(line)" }
    let carried = rate.isCarried ? ", carried to \(rate.day)" : ""
    let attributions = rate.providers.map { id in
      table.provider(id)?.attribution ?? id.name
    }
    return "\(attributions.joined(separator: " and ")), \(observed)\(carried), \(line)"
  }

  private func shown(_ money: Money, atLeast typedPlaces: Int = 0) -> String {
    "\(money.amount.text(places: max(places(of: money), typedPlaces))) \(money.currency)"
  }

  private func places(of money: Money) -> Int {
    money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
  }
}
