// SPDX-License-Identifier: GPL-3.0-or-later

extension Currency {
  /// The most traded, by their share of turnover in April 2022.
  ///
  /// Source: BIS, Triennial Central Bank Survey, "OTC foreign exchange turnover in April 2022", by currency.
  public static let mostTraded: [Currency] =
    "USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY"
    .split(separator: " ").compactMap { Currency(String($0)) }
}
