// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

extension ObjectConflict {
  /// The name of a conflict: `Own rate EUR/USD`, `Title of “Trip”`.
  public var subject: String {
    switch (object.kind, field) {
    case (.saved, _): return tr("Title of a saved calculation")
    case (.ownRate, let field):
      let pair = (object["rate"] ?? "").split(separator: " ").prefix(2).joined(separator: "/")
      switch field {
      case "note": return tr("Note of the own rate {pair}", ["pair": pair])
      case "expires": return tr("Last day of the own rate {pair}", ["pair": pair])
      default: return tr("Own rate {pair}", ["pair": pair])
      }
    default: return tr("Setting “{name}”", ["name": object["name"] ?? ""])
    }
  }

  /// One of the two values, as a person reads it.
  public func text(of value: String, _ format: NumberFormat) -> String {
    let parts = value.split(separator: " ")
    guard object.kind == .ownRate, field == "rate", parts.count == 3, let rate = Rational(fraction: parts[2]) else {
      return value.isEmpty ? tr("nothing") : value
    }
    // Translators: a rate, as in "1 EUR = 1.1172 USD".
    return tr(
      "1 {from} = {rate} {to}",
      ["from": String(parts[0]), "rate": format.exactText(rate, significant: 12), "to": String(parts[1])])
  }

  /// Both values, and which of them counts.
  public func sentence(_ format: NumberFormat) -> String {
    tr(
      "{subject} was changed on two computers. In use: {kept}. The other: {other}.",
      ["subject": subject, "kept": text(of: kept, format), "other": text(of: other, format)])
  }
}
