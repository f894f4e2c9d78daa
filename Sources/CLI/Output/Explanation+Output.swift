// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

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
