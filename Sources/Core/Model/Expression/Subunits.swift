// SPDX-License-Identifier: GPL-3.0-or-later

/// Lower-case names of subunits. The number of decimals in ISO 4217 decides their value.
enum Subunits {
  /// The names of each subunit with its currencies, the most traded first. If the user has chosen a currency for `symbol`,
  /// such as CAD for "$", the subunit belongs to that currency.
  static let families: [(names: String, codes: String, symbol: String)] = [
    (
      "cent cents ¢ ct ct. سنت سنتات",
      "USD EUR CAD AUD NZD HKD SGD TWD ZAR KES TZS LKR MUR SCR BBD BSD BZD FJD JMD KYD LRD NAD SBD SRD TTD XCD", "$"
    ),
    ("pence penny pennies p بنس بنسات", "GBP GIP FKP SHP", "£"),
    ("rappen rp.", "CHF", "fr"), ("centime centimes سنتيم سنتيمات", "EUR CHF MAD DZD XPF HTG", "fr"),
    ("centesimo centesimi", "EUR CHF", "fr"),
    ("centimo centimos céntimo céntimos cêntimo cêntimos", "EUR PEN CRC", "€"),
    ("centavo centavos", "MXN BRL COP ARS PHP CUP DOP BOB GTQ HNL NIO", "peso"),
    ("öre", "SEK", "kr"), ("øre", "NOK DKK", "kr"), ("ore", "SEK NOK DKK", "kr"),
    ("haléř haléře haléřů haler heller", "CZK", "kč"), ("grosz grosze groszy groschen gr.", "PLN", "zł"),
    ("agora agorot אגורה אגורות", "ILS", "₪"), ("kuruş kurus", "TRY", "₺"), ("fillér filler", "HUF", "ft"),
    ("kopeck kopecks kopek kopeks kopeke kopeken копейка копейки копеек коп коп.", "RUB BYN", "₽"),
    ("kopiyka kopiyky kopiyok копійка копійки копійок", "UAH", "₴"),
    ("stotinka stotinki стотинка стотинки ст.", "BGN", "лв"),
    ("bani", "RON MDL", "lei"), ("lipa lipe", "HRK", "kn"), ("paisa paise paisas", "INR PKR NPR", "₨"),
    ("poisha", "BDT", "৳"), ("sen", "MYR IDR", "rm"), ("satang", "THB", "฿"), ("fen 分", "CNY", "¥"),
    ("tetri", "GEL", "₾"), ("tiyn tiyin", "KZT KGS UZS", "₸"), ("qəpik qepik gapik", "AZN", "₼"), ("luma", "AMD", "֏"),
    ("kobo", "NGN", "₦"), ("pesewa pesewas", "GHS", "₵"), ("thebe", "BWP", "p"), ("ngwee", "ZMW", "kwacha"),
    ("tambala", "MWK", "kwacha"), ("butut bututs", "GMD", "d"),
    ("piastre piastres piaster piasters qirsh قرش قروش", "EGP LBP SYP SDG", "£"),
    ("halala halalas halalah هللة هللات", "SAR", "﷼"), ("baisa baiza بيسة بيسات", "OMR", "﷼"),
    ("fils فلس فلوس", "KWD BHD JOD IQD AED YER", "dinar"), ("millime millimes مليم مليمات", "TND", "dinar"),
  ]

  /// The letters that are subunits only after a number and in lower case: `50p`, `50c`.
  static let behindNumber: Set<String> = ["p", "c"]

  static let exchangeCodes = ["GBX": "GBP", "ILA": "ILS", "ZAC": "ZAR", "KWF": "KWD", "USX": "USD"]
}

extension Currency {
  /// The code that stock exchanges use for the subunit, such as `GBp`.
  var subunitCode: String { "\(code.prefix(2))\(code.suffix(1).lowercased())" }
}
