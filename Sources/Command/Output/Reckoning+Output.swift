// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension Reckoning {
  /// Each leg as published, what stood still and why, the rounding.
  func lines(_ catalogue: CurrencyCatalogue) -> [String] {
    let legs = route.legs.isEmpty ? ["both are the same currency"] : route.legs.map(line)
    return (legs + notes + [result(catalogue)]).map { "  \($0)" }
  }

  /// Why rates are of an earlier day, and when newer ones come.
  var notes: [String] { standstills.map(line) }

  private func line(_ leg: Route.Leg) -> String {
    let statement = leg.statement
    let value = leg.quote?.observation.value.text ?? statement.value.exactText()
    let rate = "\(statement.unit.exactText()) \(statement.base) = \(value) \(statement.counter)"
    switch leg {
    case .quote(let quote):
      let provider = providers[quote.provider]
      let middle = provider?.basis == .midOfBuyingAndSelling ? ", middle of buying and selling" : ""
      return "\(rate), \(provider?.attribution ?? quote.provider.name), \(quote.observation.day)\(middle)"
    case .law(let law):
      let kind = law.kind == .peg ? "pegged" : "fixed by law"
      return "\(rate), \(kind) since \(law.from), \(law.source)"
    case .own(let own): return "your own: \(own.line)"
    }
  }

  private func line(_ standstill: Standstill) -> String {
    let reason =
      switch standstill.closure {
      case .weekend: ": closed for the weekend"
      case .easter: ": closed for Easter"
      case .holiday: ": closed for a holiday"
      case .rhythm, nil: ""
      }
    let next = standstill.next.map { "; the next come \(Self.time($0.closes))" } ?? ""
    let who = standstill.provider.attribution
    return "\(who): the rates of \(standstill.observed) stand for \(standstill.day)\(reason)\(next)"
  }

  private func result(_ catalogue: CurrencyCatalogue) -> String {
    let exact = value
    let places = exact.shownPlaces(minorUnit: catalogue.minorUnit(of: exact.currency))
    let (from, to) = (amount.amount.exactText(), exact.amount.text(places: places))
    let shown = "\(from) \(amount.currency) = \(to) \(exact.currency)"
    if exact.amount == exact.amount.rounded(places: places) { return "\(shown), exactly" }
    return "\(shown), rounded from \(exact.amount.exactText(significant: 20))"
  }

  /// `Tuesday, 2026-04-07, about 16:00`, on the clock here.
  private static func time(_ moment: Timestamp) -> String {
    let local = LiveClock.moment(moment.milliseconds)
    let minutes = local.localMinutes
    let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    let clock = "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    return "\(names[local.localDay.weekday - 1]), \(local.localDay), about \(clock)"
  }
}
