// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The currencies that the calculator shows before the person has chosen any.
public struct CalculatorDefaults: Sendable {
  public let amount: Rational
  public let source: Currency
  public let results: [Currency]

  /// The currency of the country first, then the three most traded others (BIS Triennial Survey 2022).
  ///
  /// `country`: ISO 3166 alpha-2; the euro opens where it is nil, unknown, or has a currency without a rate.
  /// Money that nobody in use has a rate of is the first result, where somebody else has one: its row offers that.
  ///
  /// `results`: what the person chose to convert to; empty where they did not.
  public init(
    country: String?, catalogue: CurrencyCatalogue, rates: RatesInUse, results chosen: [Currency] = []
  ) {
    let money = catalogue.sorted.filter {
      $0.kind == .money && $0.until == nil && $0.countries.contains(country ?? "")
    }.map(\.currency)
    let home = money.first { (try? rates.resolver.route(from: $0, to: rates.leading.provider.home)) != nil }
    let source = home ?? .eur
    let offered = home == nil ? money.first { rates.resolver.elsewhere(for: $0) != nil } : nil
    amount = Rational(100)
    self.source = source
    let own = chosen.filter { $0 != source }
    let usual = [Currency.eur, .usd, .gbp, .jpy, .chf].filter { $0 != source }.prefix(3)
    results = !own.isEmpty ? own : [offered].compactMap { $0 } + usual
  }
}
