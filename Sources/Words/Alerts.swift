// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

extension RateAlert {
  /// The condition: `EUR/USD is 1.2 or more`.
  public func sentence(_ format: NumberFormat) -> String {
    var parts = ["pair": "\(from)/\(to)"]
    switch condition {
    case .above(let value):
      parts["rate"] = format.exactText(value)
      return tr("{pair} is {rate} or more", parts)
    case .below(let value):
      parts["rate"] = format.exactText(value)
      return tr("{pair} is {rate} or less", parts)
    case .changed(let percent, let days):
      parts["percent"] = format.exactText(percent) + "\u{A0}%"
      return trn("{pair} moved by {percent} in {n} day", "{pair} moved by {percent} in {n} days", days, parts)
    case .high(let days):
      return trn(
        "{pair} is higher than on {n} day before", "{pair} is higher than on {n} days before", days, parts)
    case .low(let days):
      return trn("{pair} is lower than on {n} day before", "{pair} is lower than on {n} days before", days, parts)
    }
  }

  /// Its condition and the day of the rate that met it; `day`: as the front end writes it.
  public func message(metOn day: String, _ format: NumberFormat) -> String {
    // Translators: an alert and the day of the rate, as in "EUR/USD is 1.1 or more (rate of 30 October 2026)".
    tr("{alert} (rate of {day})", ["alert": sentence(format), "day": day])
  }

  /// The rate that met it: `1 EUR = 1.20013 USD`.
  public func rateLine(_ rate: Rational, _ format: NumberFormat) -> String {
    let places = max(5 - rate.leadingExponent, 0)
    // Translators: a rate, as in "1 EUR = 1.1172 USD".
    return tr(
      "1 {from} = {rate} {to}", ["from": from.code, "rate": format.text(rate, places: places), "to": to.code])
  }
}

extension AlertBackground {
  /// The reason that the desktop tells the person who is asked for the background.
  public static var reason: String { tr("Kurs looks for the rates that you want to be told of.") }
}
