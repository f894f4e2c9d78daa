// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// What the calculator shows before anybody has chosen anything.
public struct CalculatorDefaults: Sendable {
  public let amount: Rational
  public let source: Currency
  public let results: [Currency]

  /// The currency of the country first, then the three most traded others (BIS Triennial Survey 2022).
  ///
  /// `country`: ISO 3166 alpha-2; the euro opens where it is nil, unknown, or has a currency without a rate.
  /// `results`: what the person chose to convert to; empty where they did not.
  public init(
    country: String?, catalogue: CurrencyCatalogue, rates: RatesInUse, results chosen: [Currency] = []
  ) {
    let home = catalogue.sorted.first { record in
      record.kind == .money && record.until == nil && record.countries.contains(country ?? "")
        && (try? rates.resolver.route(from: record.currency, to: rates.leading.provider.home)) != nil
    }
    let source = home?.currency ?? .eur
    amount = Rational(100)
    self.source = source
    let own = chosen.filter { $0 != source }
    results = !own.isEmpty ? own : Array([Currency.eur, .usd, .gbp, .jpy, .chf].filter { $0 != source }.prefix(3))
  }
}
