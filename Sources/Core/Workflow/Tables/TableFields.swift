// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
public import KursModel

/// How the added fields are written.
struct TableFields {
  private static let point = UInt8(ascii: "."), comma = UInt8(ascii: ","), quote = UInt8(ascii: "\"")
  private let separator: UInt8
  private let hasDecimalComma: Bool
  private let hasRules: Bool
  private let catalogue: CurrencyCatalogue

  init(_ form: TableForm, _ catalogue: CurrencyCatalogue) {
    separator = form.separator
    hasRules = form.hasRules
    hasDecimalComma = form.symbols.decimal == ","
    self.catalogue = catalogue
  }

  func field(_ text: String) -> [UInt8] { Array(CSV.field(text, separator: separator).utf8) }

  /// Each with a separator before it.
  func joined(_ fields: [[UInt8]]) -> [UInt8] { fields.flatMap { [separator] + $0 } }

  /// Puts the table's decimal separator into the number that begins at `start`, in quotation marks if it also
  /// separates columns.
  func localise(_ bytes: inout [UInt8], from start: Int) {
    guard hasDecimalComma, let place = bytes[start...].firstIndex(of: Self.point) else { return }
    bytes[place] = Self.comma
    guard separator == Self.comma else { return }
    bytes.insert(Self.quote, at: start)
    bytes.append(Self.quote)
  }

  func minorUnit(of currency: Currency) -> Int { catalogue.minorUnit(of: currency) }

  /// The shared fields of all rows of a path. `rule` selected its day.
  func entry(_ route: ConversionPath, _ rule: NamedRule?) -> PathCache.Entry {
    var rate = Array(route.value.exactText().utf8)
    localise(&rate, from: 0)
    var texts = [route.source, route.observed?.description ?? "", route.bases]
    if hasRules { texts.append((rule ?? .usual).name) }
    return PathCache.Entry(
      way: route.isProportional ? .rate(route.value) : .route(route), minorUnit: minorUnit(of: route.to),
      tail: joined([rate] + texts.map(field) + [[]]))
  }
}

/// The rates that a table needs and that aren't stored, by provider and days.
public struct WantedRates: Equatable, Sendable {
  public private(set) var days: [ProviderID: ClosedRange<Day>] = [:]

  mutating func note(_ provider: ProviderID, _ more: ClosedRange<Day>) {
    let known = days[provider] ?? more
    days[provider] = min(known.lowerBound, more.lowerBound)...max(known.upperBound, more.upperBound)
  }

  /// The days of all providers together.
  var count: Int { days.values.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) + 1 } }

  func without(_ providers: Set<ProviderID>) -> WantedRates {
    var rest = self
    rest.days = days.filter { !providers.contains($0.key) }
    return rest
  }
}
