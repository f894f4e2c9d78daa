// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct NumberFormatTests {
  @Test("a number is written in the locale's format", arguments: [
    ("en_US", "-1,234,567.80"), ("de_DE", "-1.234.567,80"), ("de_CH", "-1’234’567.80"),
    ("fr_FR", "-1\u{202F}234\u{202F}567,80"), ("en_IN", "-12,34,567.80"),
    ("ru_RU", "-1\u{A0}234\u{A0}567,80"),
    ("ja_JP", "-1,234,567.80"), ("ar_EG", "\u{61C}-١٬٢٣٤٬٥٦٧٫٨٠"),
    ("sv_SE", "\u{2212}1\u{A0}234\u{A0}567,80"),
    ("fa_IR", "\u{200E}\u{2212}۱٬۲۳۴٬۵۶۷٫۸۰"), ("hi_IN", "-12,34,567.80"), ("ne_NP", "-१२,३४,५६७.८०"),
    ("mr_IN", "-१२,३४,५६७.८०"), ("bn_BD", "-১২,৩৪,৫৬৭.৮০"), ("bn_IN", "-12,34,567.80"),
    ("C", "-1,234,567.80"), ("POSIX", "-1,234,567.80"), ("", "-1,234,567.80"), ("xx_XX", "-1,234,567.80"),
    ("de_DE.UTF-8", "-1.234.567,80"), ("de_CH.UTF-8@euro", "-1’234’567.80"), ("pt_BR", "-1.234.567,80"),
    ("pt_PT.utf8", "-1\u{A0}234\u{A0}567,80"), ("es_MX", "-1,234,567.80"), ("C.UTF-8", "-1,234,567.80"),
  ]) func aNumberIsWrittenInTheLocalesFormat(locale: String, text: String) throws {
    let number = try #require(Rational(text: "-1234567.8"))
    #expect(NumberFormat(NumberSymbols(posix: locale)).text(number, places: 2) == text)
  }

  @Test("a minus sign stays before its number in right-to-left text", arguments: [
    ("C", "ar", "\u{200E}-2.50"), ("de_DE", "he_IL", "\u{200E}-2,50"), ("C", "de", "-2.50"),
    ("ar_EG", "ar", "\u{61C}-٢٫٥٠"), ("ar_EG", "de", "\u{61C}-٢٫٥٠"),
  ]) func aMinusSignStaysBeforeItsNumberInRightToLeftText(numbers: String, language: String, text: String) throws {
    let symbols = NumberSymbols(posix: numbers).shown(in: language)
    #expect(NumberFormat(symbols).text(try #require(Rational(text: "-2.5")), places: 2) == text)
  }

  @Test("some locales group digits only from ten thousand", arguments: [
    ("es_ES", "1234", "12.345"), ("pt_PT", "1234", "12\u{A0}345"), ("pl_PL", "1234", "12\u{A0}345"),
    ("de_DE", "1.234", "12.345"), ("en_US", "1,234", "12,345"), ("es_MX", "1,234", "12,345"),
  ]) func someLocalesGroupDigitsOnlyFromTenThousand(locale: String, four: String, five: String) {
    let format = NumberFormat(NumberSymbols(posix: locale))
    #expect(format.text(Rational(1234), places: 0) == four)
    #expect(format.text(Rational(12345), places: 0) == five)
    #expect(format.text(Rational(12345), places: 0, grouped: false) == "12345")
  }

  @Test("the currency code is placed as is usual in the locale", arguments: [
    ("en_US", "JPY", "0.006256", "USD\u{A0}0.0063"), ("de_DE", "KWD", "1234.5", "1.234,50\u{A0}USD"),
    ("de_CH", "KWD", "-1234.5", "USD\u{A0}-1’234.50"), ("tr_TR", "EUR", "0.5", "USD\u{A0}0,50"),
  ]) func theCurrencyCodeIsPlacedAsIsUsualInTheLocale(locale: String, code: String, amount: String, text: String)
    throws
  {
    let money = Money(try #require(Rational(text: amount)), .usd)
    #expect(NumberFormat(NumberSymbols(posix: locale)).text(money, minorUnit: 2) == text)
  }

  @Test("the exact text of a number isn't shortened to cents") func theExactTextOfANumberIsntShortenedToCents() throws {
    let format = NumberFormat(NumberSymbols(posix: "de_DE"))
    let third = try #require(Rational(10_000).divided(by: Rational(3)))
    #expect(format.exactText(third) == "3.333,333333333333333333333333")
    #expect(format.exactText(try #require(Rational(text: "1234.56789"))) == "1.234,56789")
  }

  @Test("Arabic, Hebrew, Persian and Urdu are written from right to left", arguments: [
    ("ar_EG", true), ("he_IL", true), ("fa_IR", true), ("ur_PK", true), ("de_DE", false), ("C", false),
  ])
  func directionIsKnown(locale: String, isRightToLeft: Bool) {
    #expect(NumberSymbols(posix: locale).isRightToLeft == isRightToLeft)
  }

  /// Written numbers can be read again in every locale of glibc.
  @Test("a number written in any locale is read back unchanged", arguments: [
    "0", "-1", "12.5", "1234", "-1234567.89", "0.001616", "99999.995", "1234567890123456789.25",
  ])
  func aNumberWrittenInAnyLocaleIsReadBackUnchanged(literal: String) throws {
    let number = try #require(Rational(text: literal))
    for locale in Self.locales {
      let symbols = NumberSymbols(posix: locale)
      let text = NumberFormat(symbols).exactText(number)
      let reading = try NumberReader(symbols).read(text)
      #expect(reading.value == number && !reading.isForeign, "\(locale): \(text)")
    }
  }

  @Test("the locale is chosen from environment variables as setlocale does")
  func theLocaleIsChosenFromEnvironmentVariablesAsSetlocaleDoes() {
    let all = ["LC_ALL": "fr_FR.UTF-8", "LC_NUMERIC": "de_DE.UTF-8", "LANG": "en_US.UTF-8"]
    #expect(LocaleName(environment: all, category: "LC_NUMERIC").language == "fr")
    #expect(
      LocaleName(environment: ["LC_ALL": "", "LC_NUMERIC": "de_CH", "LANG": "C"], category: "LC_NUMERIC")
        .region == "CH")
    #expect(LocaleName(environment: ["LANG": "ru_RU.UTF-8"], category: "LC_NUMERIC").language == "ru")
    #expect(LocaleName(environment: [:], category: "LC_NUMERIC") == LocaleName(posix: "C"))
    #expect(LocaleName(posix: "uz_UZ.UTF-8@cyrillic").script == "Cyrl")
    #expect(LocaleName(ofWordsIn: ["LANGUAGE": "de:en", "LANG": "en_US.UTF-8"]).language == "de")
    #expect(LocaleName(ofWordsIn: ["LANGUAGE": "de", "LC_MESSAGES": "C", "LANG": "fr_FR"]).language == "en")
    #expect(LocaleName(ofWordsIn: ["LANGUAGE": "", "LANG": "ar_EG"]).language == "ar")
  }

  private static let locales = """
    aa_DJ af_ZA am_ET ar_AE ar_DZ ar_EG ar_IN ar_MA ar_SA as_IN ast_ES az_AZ be_BY bg_BG bn_BD bn_IN \
    br_FR bs_BA ca_ES ckb_IQ cs_CZ cv_RU cy_GB da_DK de_AT de_BE de_CH de_DE de_LI de_LU dz_BT el_CY \
    el_GR en_AU en_CA en_DK en_GB en_HK en_IE en_IN en_NG en_NZ en_PH en_SG en_US en_ZA eo es_AR es_BO \
    es_CL es_CO es_CR es_DO es_EC es_ES es_GT es_MX es_PA es_PE es_PR es_PY es_US es_UY es_VE et_EE \
    eu_ES fa_IR fi_FI fil_PH fo_FO fr_BE fr_CA fr_CH fr_FR fr_LU fy_NL ga_IE gd_GB gl_ES gu_IN gv_GB \
    ha_NG he_IL hi_IN hr_HR hsb_DE hu_HU hy_AM id_ID ig_NG is_IS it_CH it_IT ja_JP ka_GE kk_KZ kl_GL \
    km_KH kn_IN ko_KR kok_IN ks_IN kw_GB ky_KG lb_LU lg_UG ln_CD lo_LA lt_LT lv_LV mfe_MU mg_MG mi_NZ \
    mk_MK ml_IN mn_MN mr_IN ms_MY mt_MT my_MM nb_NO ne_NP nl_BE nl_NL nn_NO oc_FR om_ET or_IN os_RU \
    pa_IN pa_PK pl_PL ps_AF pt_BR pt_PT ro_RO ru_RU ru_UA rw_RW sa_IN sah_RU sc_IT sd_IN se_NO si_LK \
    sk_SK sl_SI so_SO sq_AL sr_RS sv_FI sv_SE sw_KE ta_IN te_IN tg_TJ th_TH ti_ER tk_TM to_TO tr_TR \
    tt_RU ug_CN uk_UA ur_IN ur_PK uz_UZ vi_VN wo_SN xh_ZA yi_US yo_NG yue_HK zh_CN zh_HK zh_SG zh_TW \
    zu_ZA
    """.split(separator: " ").map(String.init)
}
