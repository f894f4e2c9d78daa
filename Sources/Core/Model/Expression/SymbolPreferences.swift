// SPDX-License-Identifier: GPL-3.0-or-later

/// Chooses the currency of a shared symbol or noun: `$`, `kr`, `£`, "dollars".
public struct SymbolPreferences: Hashable, Sendable {
  /// The user's region (ISO 3166). In Canada, `$` is CAD.
  public let region: String?
  /// The currencies that the user chose, by symbol. They take precedence over the currency of the region.
  public var chosen: [String: Currency]

  public init(region: String? = nil, chosen: [String: Currency] = [:]) {
    self.region = region
    self.chosen = chosen
  }

  func choose(_ symbol: String, from candidates: [Currency], in catalogue: CurrencyCatalogue) -> Currency? {
    if let own = chosen[symbol] { return own }
    let local = region.flatMap { region in
      candidates.first { catalogue.isCurrent($0) && catalogue[$0]?.countries.contains(region) ?? false }
    }
    return local ?? candidates.first
  }
}

/// Symbols and nouns that several currencies share, in lower case. The most traded currency comes first.
enum SharedSymbols {
  /// The first name of each entry is the symbol. The user's choice for the symbol also applies to the other names.
  static let families: [(names: String, codes: String)] = [
    (
      "$ dollar buck دولار доллар доллара долларов доллары долар долара доларів",
      "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP BBD BSD FJD JMD NAD TTD"
    ),
    ("£ pound quid pfund", "GBP EGP LBP SYP SDG SSP GIP FKP SHP"),
    ("¥ ￥", "JPY CNY"),
    ("kr kr.", "SEK NOK DKK ISK"),
    ("fr fr. sfr franc franken فرنك", "CHF XOF XAF XPF CDF RWF GNF DJF BIF KMF"),
    ("₨ rs rs. rupee rupie rupien روبية", "INR PKR LKR NPR MUR SCR"),
    ("peso", "MXN ARS CLP COP PHP UYU DOP CUP"),
    ("﷼ rial riyal ريال", "SAR IRR QAR OMR YER"),
    ("dirham dhs dhs. dh dh. درهم دراهم", "AED MAD"), ("جنيه", "EGP GBP SDG"),
    ("dinar دينار دنانير", "KWD RSD JOD TND BHD DZD IQD LYD MKD"),
    ("₩ won", "KRW KPW"),
    ("lei leu", "RON MDL"),
    ("shilling", "KES TZS UGX SOS"),
    ("€ euro يورو евро євро", "EUR"),
    ("円 yen ين", "JPY"),
    ("元", "CNY TWD HKD"), ("yuan renminbi rmb يوان", "CNY"),
    ("₽", "RUB"), ("ruble rouble rubel روبل рубль рубля рублей рубли руб руб. р.", "RUB BYN"),
    ("₴ грн грн. гривна гривны гривен гривня гривні гривень", "UAH"),
    ("₺ tl lira ليرة", "TRY SYP LBP"),
    ("₹", "INR"),
    ("zł złoty zloty", "PLN"),
    ("kč koruna koruny korun", "CZK"),
    ("ft forint", "HUF"),
    ("лв лв. lev leva", "BGN"),
    ("kn kuna", "HRK"),
    ("₪ shekel", "ILS"),
    ("₫ đ dong", "VND"), ("fcfa cfa", "XAF XOF"),
    ("₱", "PHP"),
    ("฿ baht", "THB"),
    ("₦ naira", "NGN"),
    ("₵ cedi", "GHS"),
    ("₸ tenge", "KZT"),
    ("₾ lari", "GEL"),
    ("֏ dram", "AMD"),
    ("₼ manat", "AZN TMT"),
    ("₡ colón colon", "CRC SVC"),
    ("৳ taka", "BDT"),
    ("r$ real reais reals", "BRL"),
    ("s/ s/.", "PEN"),
    ("us$", "USD"), ("a$ au$", "AUD"), ("c$ ca$", "CAD"), ("nz$", "NZD"), ("hk$", "HKD"), ("s$", "SGD"),
    ("nt$", "TWD"), ("mx$", "MXN"), ("cn¥", "CNY"), ("jp¥", "JPY"), ("rp", "IDR"), ("rm", "MYR"),
    ("r", "ZAR"),
    ("ج.م", "EGP"), ("د.إ", "AED"), ("ر.س", "SAR"), ("د.ك", "KWD"), ("د.أ", "JOD"), ("د.ب", "BHD"), ("د.ت", "TND"),
    ("د.ج", "DZD"), ("د.ع", "IQD"), ("د.ل", "LYD"), ("د.م", "MAD"), ("ر.ع", "OMR"), ("ر.ق", "QAR"), ("ر.ي", "YER"),
    ("sr sr.", "SAR SCR"), ("bd", "BHD"),
  ]
}

extension SymbolPreferences {
  /// The symbols for which the settings offer a choice. They are keys of `chosen`.
  public static let sharedSymbols = ["$", "kr", "£", "¥", "fr", "₨"]

  public static func meanings(of symbol: String, in catalogue: CurrencyCatalogue) -> [Currency] {
    let family = SharedSymbols.families.first { $0.names.split(separator: " ").first.map(String.init) == symbol }
    return (family?.codes.split(separator: " ") ?? []).compactMap { Currency(String($0)) }.filter(catalogue.isCurrent)
  }

  /// Returns the current currencies with a name. The user's or region's currency comes first, then the most traded.
  public func meanings(ofName name: String, in catalogue: CurrencyCatalogue) -> [Currency] {
    let family = SharedSymbols.families.first { $0.names.split(separator: " ").contains { $0 == name } }
    let isCrown = SpokenNames.crowns.contains { $0.names.split(separator: " ").contains { $0 == name } }
    guard let symbol = family?.names.split(separator: " ").first.map(String.init) ?? (isCrown ? "kr" : nil) else {
      return []
    }
    let meanings = Self.meanings(of: symbol, in: catalogue)
    guard let first = choose(symbol, from: meanings, in: catalogue) else { return meanings }
    return [first] + meanings.filter { $0 != first }
  }
}
