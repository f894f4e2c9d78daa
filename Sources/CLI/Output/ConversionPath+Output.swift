// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

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

  /// Whether a rate is older than the path's day. A rate that the provider prescribes for that period doesn't count.
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
