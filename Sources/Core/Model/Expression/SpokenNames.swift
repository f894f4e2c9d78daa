// SPDX-License-Identifier: GPL-3.0-or-later

/// Common names of currencies that ISO 4217 doesn't list, in lower case.
enum SpokenNames {
  /// Names such as "lek" and "birr", each with its currencies. The most traded currency comes first.
  static let nouns: [(names: String, codes: String)] = [
    ("afghani afghanis", "AFN AFA"), ("lek leke lekë", "ALL"), ("kwanza kwanzas", "AOA"), ("florin florins", "AWG"),
    ("birr", "ETB"), ("som", "KGS UZS"), ("kip", "LAK"), ("loti maloti", "LSL"), ("ariary", "MGA"),
    ("denar denari", "MKD"),
    ("tugrik tugriks tögrög", "MNT"), ("kwacha", "ZMW MWK"), ("ringgit", "MYR"), ("metical meticais", "MZN MZM"),
    ("córdoba cordobas", "NIO"), ("balboa balboas", "PAB"), ("sol soles", "PEN"), ("guaraní guaranies", "PYG"),
    ("leone leones", "SLE SLL"), ("emalangeni", "SZL"), ("somoni", "TJS"), ("paanga", "TOP"),
    ("hryvnia hryvnya", "UAH"),
    ("sum so'm", "UZS"), ("bolívar bolivares", "VES VEF VEB"),
    ("dobra dobras", "STN STD"),
    ("ouguiya", "MRU MRO"), ("cedi cedis", "GHS GHC"), ("lev leva lew", "BGN BGL"), ("manat manats", "AZN TMT"),
    ("sterling", "GBP"), ("złoty zlotys zlote złote złotych", "PLN PLZ"), ("rand rands", "ZAR"), ("riel", "KHR"),
    ("rupiah", "IDR"), ("hryvnas", "UAH"), ("pataca patacas", "MOP"), ("quetzal quetzales", "GTQ"), ("taka", "BDT"),
    ("lempira lempiras", "HNL"), ("sheqel shekels nis", "ILS"), ("kroon", "EEK"), ("lats", "LVL"), ("litas", "LTL"),
    ("人民币 人民幣 圆 圓", "CNY"), ("euroa 欧元 歐元 ユーロ", "EUR"), ("美元 美金 米ドル", "USD"), ("英镑 英鎊 ポンド", "GBP"),
    ("日元 日圆 日圓 日币 日幣", "JPY"), ("港币 港元 港幣", "HKD"), ("台币 台幣 新台币 新台幣", "TWD"), ("韩元 韓元 韩币", "KRW"),
    ("瑞士法郎 スイスフラン", "CHF"), ("澳元 豪ドル", "AUD"), ("加元 カナダドル", "CAD"), ("新加坡元 新币", "SGD"),
    ("drachma drachmas drachmen", "GRD"), ("peseta pesetas peseten", "ESP"), ("deutschmark d-mark", "DEM"),
    ("markka", "FIM"),
    ("tolar tolars", "SIT"), ("punt", "IEP"), ("bitcoin bitcoins", "XBT"),
  ]

  /// First names and common words that are also currency codes.
  static let words: Set<String> = [
    "ron", "bob", "cup", "pen", "all", "try", "top", "mop", "gel", "mad", "rand", "sum", "sol", "won", "real", "mark",
  ]

  /// Nouns for several currencies, none of which is likelier than the others.
  static let undecided: [(names: String, codes: String)] = [
    ("crown crowns kronen كرونة كرونات", "SEK NOK DKK ISK CZK")
  ]

  /// Nouns such as "krona", which belong to some but not all currencies with the symbol `kr`.
  static let crowns: [(names: String, codes: String)] = [
    ("krona", "SEK ISK"), ("kronor", "SEK"), ("krone kroner", "NOK DKK"), ("króna krónur", "ISK"),
  ]

  /// The nouns of currencies that may no longer be in use. Kurs uses the first, and a note names the others.
  static let ended: [(names: String, codes: String)] = [
    ("mark marks", "DEM BAM FIM"), ("lire", "ITL TRY"), ("escudo escudos", "CVE PTE"),
    ("gulden guilder guilders", "NLG XCG"),
  ]

  /// Short symbols of several currencies, none of which is likelier than the others.
  static let letters: [(names: String, codes: String)] = [
    ("f", "CHF XOF XAF XPF"), ("l.", "ITL HNL ALL"), ("د.ا", "AED JOD"),
  ]

  static let old: [(adjectives: String, nouns: String, code: String)] = [
    ("german,deutsche", "mark marks", "DEM"), ("french,französische", "franc francs franken", "FRF"),
    ("belgian,belgische", "franc francs franken", "BEF"), ("luxembourg,luxemburgische", "franc francs franken", "LUF"),
    ("italian,italienische", "lira lire", "ITL"),
    ("austrian,österreichische", "schilling schillings schillinge", "ATS"),
    ("dutch,niederländische,holländische", "gulden guilder guilders", "NLG"),
    ("spanish,spanische", "peseta pesetas peseten", "ESP"), ("portuguese,portugiesische", "escudo escudos", "PTE"),
    ("finnish,finnische", "mark markka", "FIM"), ("greek,griechische", "drachma drachmas drachmen", "GRD"),
    ("irish,irische", "pound pounds pfund punt", "IEP"), ("croatian,kroatische", "kuna kunas", "HRK"),
    ("estonian,estnische", "kroon krone kronen kroons", "EEK"), ("latvian,lettische", "lats", "LVL"),
    ("lithuanian,litauische", "litas", "LTL"), ("slovak,slowakische", "koruna crown crowns krone kronen", "SKK"),
    ("slovenian,slowenische", "tolar tolars", "SIT"), ("maltese,maltesische", "lira lire", "MTL"),
    ("cypriot,zyprische", "pound pounds pfund", "CYP"),
  ]

  static let adjectives: [(names: String, code: String)] = [
    ("british,uk,english,britische,britisches,brit.,بريطاني,استرليني", "GBP"),
    ("american,us,u.s.,u.s,amerikanische,amerikanischer,أمريكي,امريكي", "USD"),
    ("canadian,kanadische,كندي", "CAD"), ("australian,aussie,australische,أسترالي", "AUD"),
    ("hk", "HKD"), ("new zealand,nz,kiwi,neuseeländische,نيوزيلندي", "NZD"), ("euro", "EUR"),
    ("chinese,chinesische,صيني", "CNY"),
    ("japanese,japanische,ياباني", "JPY"), ("south african,südafrikanische,جنوب أفريقي", "ZAR"),
    ("swiss,schweizer,سويسري", "CHF"), ("polish,polnische,بولندي", "PLN"), ("swedish,schwedische,سويدي", "SEK"),
    ("norwegian,norwegische,نرويجي", "NOK"), ("danish,dänische,دنماركي", "DKK"), ("icelandic,isländische", "ISK"),
    ("czech,tschechische,تشيكي", "CZK"), ("hungarian,ungarische,مجري", "HUF"), ("romanian,rumänische,روماني", "RON"),
    ("bulgarian,bulgarische,بلغاري", "BGN"), ("turkish,türkische,تركي", "TRY"), ("russian,russische,روسي", "RUB"),
    ("ukrainian,ukrainische,أوكراني", "UAH"), ("indian,indische,هندي", "INR"),
    ("pakistani,pakistanische,باكستاني", "PKR"),
    ("sri lankan", "LKR"), ("nepalese,nepali", "NPR"), ("bangladeshi", "BDT"), ("mauritian", "MUR"),
    ("malaysian,malaysische,ماليزي", "MYR"), ("indonesian,indonesische,إندونيسي", "IDR"),
    ("singapore,singaporean,singapur,سنغافوري", "SGD"), ("hong kong", "HKD"), ("taiwan,taiwanese,new taiwan", "TWD"),
    ("korean,south korean,südkoreanische,koreanische,كوري", "KRW"), ("north korean", "KPW"),
    ("thai,thailändische,تايلاندي", "THB"), ("vietnamese,vietnamesische", "VND"), ("philippine,filipino", "PHP"),
    ("israeli,israelische,إسرائيلي", "ILS"), ("mexican,mexikanische,مكسيكي", "MXN"),
    ("brazilian,brasilianische,برازيلي", "BRL"), ("argentine,argentinian,argentinische", "ARS"),
    ("chilean,chilenische", "CLP"), ("colombian,kolumbianische", "COP"), ("peruvian", "PEN"), ("uruguayan", "UYU"),
    ("cuban", "CUP"), ("dominican", "DOP"), ("venezuelan", "VES"), ("bolivian", "BOB"),
    ("egyptian,ägyptische,مصري", "EGP"),
    ("saudi,saudi arabian,saudische,سعودي", "SAR"), ("emirati,uae,إماراتي", "AED"), ("qatari,قطري", "QAR"),
    ("kuwaiti,كويتي", "KWD"), ("bahraini,بحريني", "BHD"), ("omani,عماني", "OMR"), ("jordanian,أردني", "JOD"),
    ("iraqi,عراقي", "IQD"), ("iranian,iranische,إيراني", "IRR"), ("yemeni,يمني", "YER"), ("lebanese,لبناني", "LBP"),
    ("syrian,سوري", "SYP"), ("sudanese,سوداني", "SDG"), ("libyan,ليبي", "LYD"), ("tunisian,تونسي", "TND"),
    ("algerian,جزائري", "DZD"), ("moroccan,مغربي", "MAD"), ("nigerian", "NGN"), ("ghanaian,ghanaische", "GHS"),
    ("kenyan", "KES"), ("ugandan", "UGX"), ("tanzanian", "TZS"), ("somali", "SOS"), ("ethiopian", "ETB"),
    ("zambian", "ZMW"), ("malawian", "MWK"), ("mozambican", "MZN"), ("angolan", "AOA"), ("botswana", "BWP"),
    ("namibian", "NAD"), ("serbian", "RSD"), ("macedonian", "MKD"), ("albanian", "ALL"), ("moldovan", "MDL"),
    ("georgian", "GEL"), ("armenian", "AMD"), ("azerbaijani,azeri", "AZN"), ("turkmen", "TMT"), ("kazakh", "KZT"),
    ("uzbek", "UZS"), ("kyrgyz", "KGS"), ("jamaican", "JMD"), ("bahamian", "BSD"), ("barbadian", "BBD"),
    ("fijian", "FJD"), ("croatian", "HRK"), ("estonian", "EEK"), ("latvian", "LVL"), ("lithuanian", "LTL"),
    ("slovak", "SKK"), ("german", "DEM"), ("greek", "GRD"), ("irish", "IEP"),
  ]

  static let whole: [(names: String, code: String)] = [
    (
      "quid sterling,pounds sterling,british pound sterling,gbp sterling,pfund sterling,englische pfund,جنيه إسترليني",
      "GBP"
    ),
    ("greenback,greenbacks", "USD"), ("loonie,loonies", "CAD"), ("new shekel,new israeli shekel", "ILS"),
    ("new turkish lira", "TRY"), ("deutsche mark", "DEM"), ("gold,of gold,ذهب", "XAU"),
    ("silver,of silver,silber,فضة", "XAG"),
    ("platinum,of platinum,platin", "XPT"), ("palladium,of palladium", "XPD"),
  ]
}

extension String {
  /// Whether a text that looks like a currency code can also be a name or another word, such as "Ron" and "pen".
  package var mayBeName: Bool {
    guard count > 2, utf8.allSatisfy(\.isLetter) else { return false }
    return self == prefix(1).uppercased() + dropFirst().lowercased() || SpokenNames.words.contains(self)
  }
}

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
