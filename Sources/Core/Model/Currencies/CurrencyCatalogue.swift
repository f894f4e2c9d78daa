// SPDX-License-Identifier: GPL-3.0-or-later

/// Every currency Kurs knows, with the legal rates between them.
public struct CurrencyCatalogue: Sendable {
  public let records: [Currency: CurrencyRecord]
  public let legalRates: [LegalRate]
  private let legalByCurrency: [Currency: [LegalRate]]
  private let pegs: [Currency: [LegalRate]]
  private let redenominations: [Currency: [LegalRate]]

  public init(records: [CurrencyRecord], legalRates: [LegalRate]) {
    self.records = Dictionary(records.map { ($0.currency, $0) }, uniquingKeysWith: { first, _ in first })
    self.legalRates = legalRates
    // Of two rows of one day the later one in the file comes last.
    let byDate = legalRates.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }
      .map(\.element)
    legalByCurrency = Dictionary(grouping: byDate.filter { $0.kind != .peg }, by: \.retired)
    redenominations = Dictionary(grouping: byDate.filter { $0.kind == .redenomination }, by: \.successor)
    pegs = Dictionary(grouping: byDate.filter { $0.kind == .peg }, by: \.retired)
  }

  public subscript(currency: Currency) -> CurrencyRecord? { records[currency] }

  /// Decimals to round to; 2 for a code the catalogue lacks, which is what most currencies have.
  public func minorUnit(of currency: Currency) -> Int { records[currency]?.minorUnit ?? 2 }

  /// The law that fixes `retired` on `day`; nil while it still floats or where none does.
  public func legalRate(retiring retired: Currency, on day: Day) -> LegalRate? {
    legalByCurrency[retired]?.last { $0.from <= day }
  }

  /// The peg of `currency` on `day`; nil if it floats.
  public func peg(of currency: Currency, on day: Day) -> LegalRate? {
    pegs[currency]?.last { $0.from <= day && day <= $0.until ?? day }
  }

  /// The laws by which older money became `currency`.
  func redenominations(into currency: Currency) -> [LegalRate] { redenominations[currency] ?? [] }

  /// Alphabetical by code.
  public var sorted: [CurrencyRecord] { records.values.sorted { $0.currency < $1.currency } }
}
