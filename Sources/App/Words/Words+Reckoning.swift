// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

extension Words {
  /// The rate's provider and day; nil where the line at the foot of the window says the same.
  func source(of route: Route, besides rates: RatesStatus) -> String? {
    guard let observed = route.observed else { return route.legs.last.flatMap(basis) }
    let word = self.word(for: route, wanted: rates.side)
    if route.providers == [rates.provider.id], observed == rates.newest, route.means.isEmpty {
      let parts = [route.legs.compactMap(\.law).first.map(basis), word].compactMap { $0 }
      return parts.isEmpty ? nil : parts.joined(separator: tr(" · "))
    }
    let names = route.providers.map { rates.providers[$0]?.publisherName ?? $0.name }
    let source = tr(
      "{provider} · {date}",
      ["provider": names.joined(separator: " + "), "date": period(of: route) ?? date(observed)])
    return [source, word].compactMap { $0 }.joined(separator: tr(" · "))
  }

  /// The banks' names for the rates of a route; nil if the middle rate is chosen.
  private func word(for route: Route, wanted side: QuoteSide) -> String? {
    if side == .middle { return nil }
    let sides = Set(route.quotes.map(\.side))
    return switch (sides.contains(.buying), sides.contains(.selling)) {
    case (true, true): tr("buying and selling rates")
    case (true, false): tr("buying rate")
    case (false, true): tr("selling rate")
    case (false, false): sides.isEmpty ? nil : tr("middle rate")
    }
  }

  /// The bank's name for a rate; nil for a middle rate.
  func word(for side: QuoteSide) -> String? {
    switch side {
    case .middle: nil
    case .buying: tr("buying rate")
    case .selling: tr("selling rate")
    }
  }

  private func basis(of leg: Route.Leg) -> String? { leg.law.map(basis) }

  private func basis(of law: LegalRate) -> String {
    // Translators: of a currency whose rate an authority keeps fixed, as in "pegged to USD".
    law.kind == .peg ? tr("pegged to {code}", ["code": law.successor.code]) : tr("fixed by law")
  }

  /// Each leg as it was published, what stood still and why, the rounding; a sentence each.
  func lines(of reckoning: Reckoning) -> [String] {
    let route = reckoning.route
    let legs = route.legs.isEmpty ? [tr("Both are the same currency.")] : route.legs.map { line(of: $0, reckoning) }
    let rule = route.quotes.isEmpty ? [] : reckoning.rule.map { lines(of: $0) } ?? []
    return legs + rule + reckoning.standstills.map(line) + reckoning.passedOver.map(line) + [result(of: reckoning)]
  }

  private func line(of late: PassedOver) -> String {
    tr(
      "{provider} was passed over: its newest rate is of {date}, and newer ones are late.",
      ["provider": late.provider.publisherName, "date": date(late.observed)])
  }

  private func line(of leg: Route.Leg, _ reckoning: Reckoning) -> String {
    let statement = leg.statement
    let places = leg.quote.map { $0.observation.value.text.split(separator: ".").dropFirst().first?.count ?? 0 }
    // Translators: a rate as it was published, as in "100 JPY = 0.6213 EUR".
    let rate = tr(
      "{unit} {base} = {value} {counter}",
      [
        "unit": exactText(statement.unit), "base": statement.base.code, "counter": statement.counter.code,
        "value": places.map { numbers.text(statement.value, $0) } ?? exactText(statement.value),
      ])
    switch leg {
    case .quote(let quote):
      let provider = reckoning.providers[quote.provider]
      let source = tr(
        "{provider} · {date}",
        [
          "provider": provider?.sourceName ?? quote.provider.name,
          "date": quote.mean.map(line) ?? date(quote.observation.day),
        ])
      let middle =
        provider?.basis == .midOfBuyingAndSelling
        ? tr("middle of buying and selling")
        : reckoning.side == .middle ? "" : tr("middle rate (no buying or selling rate)")
      return [rate, source, word(for: quote.side) ?? middle].filter { !$0.isEmpty }.joined(separator: tr(" · "))
    case .law(let law):
      let since = tr("since {date}", ["date": date(law.from)])
      return [rate, basis(of: law), since, law.source].filter { !$0.isEmpty }.joined(separator: tr(" · "))
    case .own(let own):
      let end = own.expires.map { tr("until {date}", ["date": date($0)]) } ?? ""
      return [rate, tr("own rate"), own.note, end].filter { !$0.isEmpty }.joined(separator: tr(" · "))
    }
  }

  private func line(of standstill: Standstill) -> String {
    let parts = [
      "provider": standstill.provider.publisherName, "date": date(standstill.observed), "day": date(standstill.day),
    ]
    let sentence =
      switch standstill.closure {
      case .weekend: tr("{provider} is closed for the weekend: the rates of {date} are used for {day}.", parts)
      case .easter: tr("{provider} is closed for Easter: the rates of {date} are used for {day}.", parts)
      case .holiday: tr("{provider} is closed for a holiday: the rates of {date} are used for {day}.", parts)
      case .rhythm, nil: tr("{provider}: the rates of {date} are used for {day}.", parts)
      }
    guard let next = standstill.next else { return sentence }
    let local = LiveClock.moment(next.closes.milliseconds)
    let minutes = local.localMinutes
    let time = "\(minutes / 60):\((minutes % 60).digits(2))"
    return sentence + " " + tr("The next come on {date} about {time}.", ["date": date(local.localDay), "time": inOwnDigits(time)])
  }

  private func result(of reckoning: Reckoning) -> String {
    let exact = reckoning.value
    let places = exact.shownPlaces(minorUnit: catalogue.minorUnit(of: exact.currency))
    let parts = [
      "amount": exactText(reckoning.amount.amount), "code": reckoning.amount.currency.code, "result": text(exact),
      "to": exact.currency.code,
    ]
    if exact.amount == exact.amount.rounded(places: places) {
      return tr("{amount} {code} are {result} {to}, exactly.", parts)
    }
    let digits = max(15 - exact.amount.magnitude.leadingExponent, 0)
    let unrounded = numbers.text(exact.amount, digits)
    return tr(
      "{amount} {code} are {result} {to}, rounded from {exact}….", parts.merging(["exact": unrounded]) { $1 })
  }
}
