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

extension ConversionPath {
  var basis: String {
    if legs.isEmpty { return "the same currency" }
    if let own { return "custom rate\(own.note.isEmpty ? "" : " (\(own.note))")" }
    return legs.compactMap(\.law).map(\.phrase).joined(separator: ", ")
  }

  /// Returns `European Central Bank, 2026-10-30, 1 EUR = 1.1172 USD`. Names each step if the providers or days of the
  /// steps differ. `side`: the chosen side. For buying or selling, the bank's name for the side is added.
  func provenance(side: QuoteSide, _ provider: (ProviderID) -> Provider?) -> String {
    let rate = "1 \(from) = \(value.text(significant: 6)) \(to)"
    if providers.isEmpty { return "\(basis), \(rate)" }
    let periods = providers.compactMap { id in observed.flatMap { provider(id)?.validity?.period(of: $0) } }
    let sources = providers.map { id in
      let name = provider(id)?.attribution ?? id.name
      let theirs = quotes.filter { $0.provider == id }
      if let mean = theirs.compactMap(\.mean).first {
        return "\(name), \(mean.phrase)\(theirs.phrase(wanted: side, after: ", "))"
      }
      let days = Set(theirs.map(\.observation.day)).sorted()
      let word = theirs.phrase(wanted: side, after: ", ")
      return "\(name), \(days.map(\.description).joined(separator: ", "))\(word)"
    }
    let holds = periods.first.map { ", valid from \($0.lowerBound) to \($0.upperBound)" }
    let carried = holds ?? (isCarried ? ", used for \(day)" : "")
    let laws = legs.compactMap(\.law).map { ", \($0.phrase)" }.joined()
    return "\(sources.joined(separator: " and "))\(carried)\(laws), \(rate)"
  }

  /// Whether a rate is older than the path's day, and its provider doesn't prescribe it for a period with that day.
  func isCarried(_ provider: (ProviderID) -> Provider?) -> Bool {
    isCarried
      && quotes.contains { quote in
        let published = quote.observation.day
        return published < day && provider(quote.provider)?.validity?.period(of: published).contains(day) != true
      }
  }

  func members(_ provider: (ProviderID) -> Provider?) -> [(String, JSONValue)] {
    [
      ("rate", .string(value.exactText())), ("provider", self.provider.map { .string($0.name) } ?? .null),
      ("providers", .array(providers.map { .string($0.name) })),
      ("observed", observed.map { .string($0.description) } ?? .null), ("carried", .bool(isCarried(provider))),
      ("legs", .array(legs.map(\.json))),
    ]
  }
}

extension Int {
  var daysOld: String { "\(self) day\(self == 1 ? "" : "s") old" }
}

extension Mean {
  var phrase: String {
    let values = missing == 0 ? "\(count) value\(count == 1 ? "" : "s")" : "\(count) of \(count + missing) days"
    return "mean of \(values), \(days.lowerBound) to \(days.upperBound)"
  }
}

extension Quote {
  /// The published number. Nil for an average, because no bank publishes averages.
  var printed: String? { mean == nil ? observation.value.text : nil }
}

extension [Quote] {
  /// Returns the sides of the quotes, for example `, buying and selling rates`. Empty if only middle rates are used.
  func phrase(wanted side: QuoteSide, after separator: String) -> String {
    let sides = [QuoteSide.buying, .selling, .middle].filter { side in contains { $0.side == side } }
    if side == .middle || sides.isEmpty { return "" }
    let names = sides.map { $0 == .middle ? "mid-market" : $0.rawValue }
    return "\(separator)\(names.joined(separator: " and ")) rate\(names.count > 1 ? "s" : "")"
  }
}

extension LegalRate {
  /// The legal rate as text, for example `DEM fixed by law at 1.95583 to 1 EUR since 1999-01-01`.
  var phrase: String {
    let amounts = "\(factor.exactText()) to 1 \(successor)"
    switch kind {
    case .peg: return "\(retired) pegged at \(amounts) since \(from)"
    case .euroChangeover, .redenomination: return "\(retired) fixed by law at \(amounts) since \(from)"
    }
  }
}

extension ConversionPath.Leg {
  var json: JSONValue {
    let statement = statement
    var members: [(String, JSONValue)] = [
      ("basis", .string(basis.rawValue)), ("provider", quote.map { .string($0.provider.name) } ?? .null),
      ("base", .string(statement.base.code)), ("counter", .string(statement.counter.code)),
      ("unit", .string(statement.unit.exactText())),
      ("value", .string(quote?.printed ?? statement.value.exactText())),
      ("observed", quote.map { .string($0.observation.day.description) } ?? .null),
      ("side", quote.map { .string($0.side.rawValue) } ?? .null),
    ]
    if let mean = quote?.mean {
      let days = mean.days
      members += [
        ("values", .number(JSONNumber(mean.count))), ("days", .number(JSONNumber(mean.count + mean.missing))), ("first", .string(days.lowerBound.description)),
        ("last", .string(days.upperBound.description)),
      ]
    }
    if let law {
      members += [("since", .string(law.from.description)), ("source", .string(law.source))]
    }
    return .object(JSONObject(members))
  }
}

extension Explanation {
  func lines(_ catalogue: CurrencyCatalogue) -> [String] {
    let legs = route.legs.isEmpty ? ["both are the same currency"] : route.legs.map(line)
    return (legs + notes + [result(catalogue)]).map { "  \($0)" }
  }

  var notes: [String] { staleReasons.map(line) + skippedProviders.map(line) }

  private func line(_ leg: ConversionPath.Leg) -> String {
    let statement = leg.statement
    let value = leg.quote?.printed ?? statement.value.exactText()
    let rate = "\(statement.unit.exactText()) \(statement.base) = \(value) \(statement.counter)"
    switch leg {
    case .quote(let quote):
      let provider = providers[quote.provider]
      let day = quote.mean?.phrase ?? "\(quote.observation.day)"
      let word = word(for: quote, of: provider).map { ", \($0)" } ?? ""
      return "\(rate), \(provider?.attribution ?? quote.provider.name), \(day)\(word)"
    case .law(let law):
      let kind = law.kind == .peg ? "pegged" : "fixed by law"
      return "\(rate), \(kind) since \(law.from), \(law.source)"
    case .own(let own): return "custom rate: \(own.line)"
    }
  }

  private func word(for quote: Quote, of provider: Provider?) -> String? {
    switch quote.side {
    case .buying, .selling: "\(quote.side.rawValue) rate"
    case .middle:
      provider?.basis == .midOfBuyingAndSelling
        ? "average of buying and selling" : side == .middle ? nil : "mid-market rate (no buying or selling rate)"
    }
  }

  private func line(_ staleReason: StaleReason) -> String {
    let reason =
      switch staleReason.closure {
      case .weekend: ": closed for the weekend"
      case .easter: ": closed for Easter"
      case .holiday: ": closed for a holiday"
      case .rhythm, nil: ""
      }
    let next = staleReason.next.map { ". New rates are due on \(Self.time($0.closes))" } ?? ""
    let who = staleReason.provider.attribution
    return "\(who): the rates of \(staleReason.observed) are used for \(staleReason.day)\(reason)\(next)"
  }

  private func line(_ late: SkippedProvider) -> String {
    "\(late.provider.attribution): skipped. Its latest rate is from \(late.observed), and newer rates are overdue"
  }

  private func result(_ catalogue: CurrencyCatalogue) -> String {
    let exact = value
    let places = exact.shownPlaces(minorUnit: catalogue.minorUnit(of: exact.currency))
    let (from, to) = (amount.amount.exactText(), exact.amount.text(places: places))
    let shown = "\(from) \(amount.currency) = \(to) \(exact.currency)"
    return "\(shown), \(Self.rounding(of: exact, catalogue) ?? "exactly")"
  }

  static func rounding(of money: Money, _ catalogue: CurrencyCatalogue) -> String? {
    let places = money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
    if money.amount == money.amount.rounded(places: places) { return nil }
    return "rounded from \(money.amount.exactText(significant: 20))"
  }

  /// Returns a time such as `Tuesday, 2026-04-07, about 16:00`, in local time.
  private static func time(_ moment: Timestamp) -> String {
    let local = LiveClock.moment(moment.milliseconds)
    let minutes = local.localMinutes
    let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    let clock = "\(minutes / 60):\((minutes % 60).digits(2))"
    return "\(names[local.localDay.weekday - 1]), \(local.localDay), about \(clock)"
  }
}
