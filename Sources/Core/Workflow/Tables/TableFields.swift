// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
public import KursModel

struct TableFields {
  private static let point = UInt8(ascii: "."), comma = UInt8(ascii: ","), quote = UInt8(ascii: "\"")
  private let separator: UInt8
  private let hasDecimalComma: Bool
  private let hasRules: Bool
  private let usesLatest: Bool
  private let catalogue: CurrencyCatalogue

  init(_ form: TableForm, _ catalogue: CurrencyCatalogue) {
    separator = form.separator
    (hasRules, usesLatest) = (form.hasRules, form.usesLatest)
    hasDecimalComma = form.symbols.decimal == ","
    self.catalogue = catalogue
  }

  func field(_ text: String) -> [UInt8] { Array(CSV.field(text, separator: separator).utf8) }

  func joined(_ fields: [[UInt8]]) -> [UInt8] { fields.flatMap { [separator] + $0 } }

  /// Puts the table's decimal separator into the number at `start`. Adds quotes if a comma also separates columns.
  func localise(_ bytes: inout [UInt8], from start: Int) {
    guard hasDecimalComma, let place = bytes[start...].firstIndex(of: Self.point) else { return }
    bytes[place] = Self.comma
    guard separator == Self.comma else { return }
    bytes.insert(Self.quote, at: start)
    bytes.append(Self.quote)
  }

  func minorUnit(of currency: Currency) -> Int { catalogue.minorUnit(of: currency) }

  func entry(_ route: ConversionPath, _ rule: NamedRule?) -> PathCache.Entry {
    var rate = Array(route.value.exactText().utf8)
    localise(&rate, from: 0)
    // If days are missing in a mean, the field "basis" also contains the numbers of days, such as "(20 of 22 days)".
    let holes = route.means.max { $0.missing < $1.missing }.flatMap { $0.missing > 0 ? $0 : nil }
    let bases = route.bases + (holes.map { " (\($0.count) of \($0.count + $0.missing) days)" } ?? "")
    let texts = [route.source, route.observed?.description ?? "", bases]
    return PathCache.Entry(
      way: route.isProportional ? .rate(route.value) : .route(route), minorUnit: minorUnit(of: route.to),
      tail: joined([rate] + texts.map(field)), end: end(rule))
  }

  /// Appends the fields rate, source, day and basis of a published rate, with the same text as in `entry`.
  func append(_ rate: Rational, source: [UInt8], observed: Day, to bytes: inout [UInt8]) {
    bytes.append(separator)
    let start = bytes.count
    rate.appendExact(to: &bytes)
    localise(&bytes, from: start)
    bytes.append(separator)
    bytes += source
    bytes.append(separator)
    observed.append(to: &bytes)
    bytes.append(separator)
    bytes += ConversionPath.Leg.Basis.observed.rawValue.utf8
  }

  var same: [UInt8] {
    joined(["1", ConversionPath.same, "", ConversionPath.same].map(field))
  }

  func end(_ rule: NamedRule?) -> [UInt8] {
    let texts = hasRules ? [usesLatest && rule == nil ? "latest" : (rule ?? .usual).name, ""] : [""]
    return joined(texts.map(field))
  }
}

/// The days of each provider whose rates a table needs but that aren't stored.
public struct WantedRates: Equatable, Sendable {
  public private(set) var days: [ProviderID: ClosedRange<Day>] = [:]

  mutating func note(_ provider: ProviderID, _ more: ClosedRange<Day>) {
    let known = days[provider] ?? more
    days[provider] = min(known.lowerBound, more.lowerBound)...max(known.upperBound, more.upperBound)
  }

  var count: Int { days.values.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) + 1 } }

  func without(_ providers: Set<ProviderID>) -> WantedRates {
    var rest = self
    rest.days = days.filter { !providers.contains($0.key) }
    return rest
  }
}
