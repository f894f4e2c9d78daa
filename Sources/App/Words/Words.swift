// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursDesktop
public import KursModel

/// How numbers are written for the person.
public struct NumberWords: Sendable {
  /// A number rounded to so many decimals, with grouping.
  public var text: @Sendable (Rational, Int) -> String
  /// The decimal separator.
  public var separator: String
  /// A number or a sum as a person types it; nil where it is none.
  public var read: @Sendable (String) -> Rational?
  /// The same for whole texts, as they are copied.
  public var format: NumberFormat

  public init(
    separator: String, read: @escaping @Sendable (String) -> Rational? = { Rational(text: $0) },
    format: NumberFormat = NumberFormat(NumberSymbols(posix: "C")),
    text: @escaping @Sendable (Rational, Int) -> String
  ) {
    self.text = text
    self.separator = separator
    self.read = read
    self.format = format
  }
}

/// All that view states need to put facts into the person's words.
struct Words: Sendable {
  let numbers: NumberWords
  let catalogue: CurrencyCatalogue
  /// The currency's name in the person's language, by its English one.
  var currencyName: @Sendable (String) -> String = { Gettext.translate(system: "iso_4217", $0) }
  var monthName: @Sendable (Int) -> String = { MonthNames.name($0) }

  /// Whether the windows run from right to left, as their words do.
  var areRightToLeft = false

  /// How currencies stand in the rows of results.
  var look = CurrencyLook()

  /// The text before a currency; empty if none was chosen. A currency without a flag has its sign.
  func mark(of currency: Currency) -> String {
    guard let record = catalogue[currency] else { return "" }
    return switch look.mark {
    case .none: ""
    case .sign: record.sign
    case .flag: record.flag ?? record.sign
    }
  }

  func name(of currency: Currency) -> String {
    catalogue[currency].map { currencyName($0.name) } ?? currency.code
  }

  func date(_ day: Day) -> String {
    let (year, month, number) = day.civil
    // Translators: the parts of a date, as in "30 October 2026".
    return tr(
      "{day} {month} {year}",
      ["day": inOwnDigits("\(number)"), "month": monthName(month), "year": inOwnDigits("\(year)")])
  }

  /// The day within its year.
  func shortDate(_ day: Day) -> String {
    // Translators: a day in short, as in "12 Mar".
    tr("{day} {month}", ["day": inOwnDigits("\(day.civil.day)"), "month": MonthNames.shortName(day.civil.month)])
  }

  /// The day it was then where the person is.
  func date(_ moment: Timestamp) -> String { date(LiveClock.moment(moment.milliseconds).localDay) }

  /// `1 EUR = 1.1172 USD`: a quote or an own rate with the digits it was written with, any other with six.
  func line(of rate: Route) -> String {
    let published = rate.published.map { $0.text.split(separator: ".").dropFirst().first?.count ?? 0 }
    return line(from: rate.from, to: rate.to, rate.value, places: rate.isOwn ? rate.value.terminatingPlaces : published)
  }

  /// A number with so many decimals, or with six digits.
  func line(from: Currency, to: Currency, _ value: Rational, places: Int? = nil) -> String {
    let places = places ?? max(5 - value.leadingExponent, 0)
    // Translators: a rate, as in "1 EUR = 1.1172 USD".
    return tr(
      "1 {from} = {rate} {to}",
      ["from": from.code, "rate": numbers.text(value, places), "to": to.code])
  }
}
