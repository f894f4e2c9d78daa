// SPDX-License-Identifier: GPL-3.0-or-later

/// The number symbols of glibc's locales, from CLDR 46 (ICU 76.1). Each row lists only differences from its fallback.
enum NumberSymbolsTable {
  static func symbols(for locale: LocaleName) -> NumberSymbols? {
    let keys = [locale.script, locale.region].compactMap { $0 }.map { "\(locale.language)_\($0)" }
    for key in keys + [locale.language] {
      if let row = rows.first(where: { $0.has(key) }) { return row.symbols }
    }
    return nil
  }

  struct Row {
    let symbols: NumberSymbols
    private let locales: String

    init(
      _ decimal: Unicode.Scalar, _ group: Unicode.Scalar, secondary: Int = 3, least: Int = 1,
      zero: Unicode.Scalar = "0", minus: String = "-",
      code: NumberSymbols.CodePosition = .after, rightToLeft: Bool = false, locales: String
    ) {
      symbols = NumberSymbols(
        decimal: decimal, group: group, secondaryGroup: secondary, leastBeforeGroup: least, zero: zero,
        minus: minus, codePosition: code, isRightToLeft: rightToLeft)
      self.locales = locales
    }

    func has(_ key: String) -> Bool { names.contains { $0 == key } }

    var names: [Substring] { locales.split(separator: " ") }
  }

  static let rows: [Row] = [
    Row(
      ".", ",", code: .before,
      locales: """
        ak am bem ber bo byn chr cy doi en es_AG es_BB es_BM es_BR es_BS es_BZ es_CA es_CU es_DM es_DO es_GD \
        es_GT es_GY es_HN es_KN es_KY es_LC es_MX es_NI es_PA es_PE es_PR es_SV es_TC es_TT es_US es_VC \
        es_VG es_VI fil ga gd gv ha ig iu ja ko kok ks_Deva ks_IN kw mai mg mi mn ms mt om sd_Deva sd_IN si \
        sm so st sw ta_MY ta_SG th ti tig to wa yo yue zh zu
        """),
    Row(
      ",", ".", code: .before,
      locales: """
        de_AT en_AR en_AT en_BE en_BR en_CL en_CO en_ID en_NL en_TR es_AR es_BO es_BQ es_CL es_CO es_CR \
        es_CW es_EC es_PY es_UY es_VE fur fy id kl lo ms_BN ms_ID nl pt rw sw_CD tr wo
        """),
    Row(
      ",", "\u{00A0}", least: 2,
      locales: "be bg hu ka lv pl pt_CH pt_CV pt_FR pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_PT pt_ST pt_TL ru_UA sq"),
    Row(
      ",", "\u{00A0}",
      locales: """
        br cs cv en_AL en_BG en_CZ en_FI en_HU en_PL en_RU en_SE en_UA eo ff fr_CA hy kab kk ky oc pt_AO ru \
        sah sk szl tg tk tt uk uz
        """),
    Row(
      ".", ",", secondary: 2, code: .before,
      locales: "bn_IN brx en_IN gu hi kn kok_IN kok_Latn ml or pa ta te"),
    Row(
      ",", ".",
      locales: """
        ast az bs ca da de dsb el en_DE en_DK en_GR en_SI fr_LU fr_MA gl hsb is ku lb lij ln mk nds ro sc sr \
        vi
        """),
    Row(
      ",", "\u{00A0}", code: .before,
      locales: "af en_CV en_EE en_LT en_LV en_NO en_PT en_SK en_ZA nr os ss ts ve"),
    Row(
      ",", "\u{00A0}", minus: "\u{2212}",
      locales: "fi lt nb nn no se sv"),
    Row(
      ".", "\u{2019}", code: .before,
      locales: "de_CH de_LI tn wal"),
    Row(
      ".", ",",
      locales: "ce en_MM km lg"),
    Row(
      ".", "\u{00A0}", code: .before,
      locales: "mfe nso xh"),
    Row(
      ".", ",", secondary: 2,
      locales: "en_BD"),
    Row(
      ",", ".", minus: "\u{2212}",
      locales: "eu fo hr"),
    Row(
      ".", "'", code: .before,
      locales: "en_CH"),
    Row(
      ",", "\u{202F}", code: .before,
      locales: "en_FR fr_CH"),
    Row(
      ",", ".", least: 2,
      locales: "es it"),
    Row(
      ",", ".", least: 2, code: .before,
      locales: "es_GQ ia"),
    Row(
      ",", "\u{202F}",
      locales: "es_HT fr"),
    Row(
      ",", "\u{00A0}", least: 2, minus: "\u{2212}",
      locales: "et"),
    Row(
      ".", "\u{12C8}", code: .before,
      locales: "gez"),
    Row(
      ".", "\u{2019}", least: 2, code: .before,
      locales: "it_CH"),
    Row(
      ",", ".", least: 2, minus: "\u{2212}",
      locales: "sl"),
    Row(
      ",", "\u{2019}", code: .before,
      locales: "wae"),
    Row(
      ".", ",", zero: "\u{0966}", code: .before,
      locales: "bho raj sat_Deva sat_IN"),
    Row(
      ".", ",", zero: "\u{ABF0}", code: .before,
      locales: "mni_IN mni_Mtei"),
    Row(
      ".", ",", secondary: 2, zero: "\u{0966}", code: .before,
      locales: "mr ne sa"),
    Row(
      ".", ",", secondary: 2, zero: "\u{09E6}",
      locales: "bn"),
    Row(
      ".", ",", secondary: 2, zero: "\u{09E6}", code: .before,
      locales: "as"),
    Row(
      ".", ",", secondary: 2, zero: "\u{0F20}", code: .before,
      locales: "dz"),
    Row(
      ".", ",", zero: "\u{09E6}", code: .before,
      locales: "mni"),
    Row(
      ".", ",", zero: "\u{1040}",
      locales: "my"),
    Row(
      ".", ",", zero: "\u{1C50}", code: .before,
      locales: "sat"),
    Row(
      ".", ",", code: .before, rightToLeft: true,
      locales: "dv ms_Arab syr ug yi"),
    Row(
      ",", ".", minus: "\u{200E}-", rightToLeft: true,
      locales: "ar_DZ ar_LY ar_MA ar_TN"),
    Row(
      ".", ",", minus: "\u{200E}-", rightToLeft: true,
      locales: "ar he"),
    Row(
      ".", ",", secondary: 2, minus: "\u{200E}-", code: .before, rightToLeft: true,
      locales: "ur"),
    Row(
      "\u{066B}", "\u{066C}", zero: "\u{0660}", minus: "\u{061C}-", rightToLeft: true,
      locales: """
        ar_BH ar_DJ ar_EG ar_ER ar_IL ar_IQ ar_JO ar_KM ar_KW ar_LB ar_MR ar_OM ar_PS ar_QA ar_SA ar_SD \
        ar_SO ar_SS ar_SY ar_TD ar_YE
        """),
    Row(
      ".", "\u{2E41}", zero: "\u{1E950}", code: .before, rightToLeft: true,
      locales: "ff_Adlm ff_BF ff_CM ff_GH ff_GM ff_GN ff_GW ff_LR ff_MR ff_NE ff_NG ff_SL ff_SN"),
    Row(
      "\u{066B}", "\u{066C}", zero: "\u{06F0}", minus: "\u{200E}-\u{200E}", code: .before, rightToLeft: true,
      locales: "ks pa_Arab pa_PK ps uz_AF uz_Arab"),
    Row(
      "\u{066B}", "\u{066C}", zero: "\u{0660}", minus: "\u{200F}-", rightToLeft: true,
      locales: "ckb"),
    Row(
      "\u{066B}", "\u{066C}", zero: "\u{06F0}", minus: "\u{200E}\u{2212}", code: .before, rightToLeft: true,
      locales: "fa"),
    Row(
      ".", "\u{066C}", zero: "\u{0660}", minus: "\u{061C}-", rightToLeft: true,
      locales: "sd"),
  ]
}
