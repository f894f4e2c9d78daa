// SPDX-License-Identifier: GPL-3.0-or-later

/// The direction of money, out of or into the account. Some statements write it as a word instead of a sign.
package enum Direction: Hashable, Sendable {
  case out, into

  package init?(word: String) {
    let key = word.lowercased().trimmed { $0.isWhitespace || $0 == "." }
    guard let found = Self.words[key] ?? Self.weakWords[key.replacing("_", with: " ")] else { return nil }
    self = found
  }

  /// Whether the word, such as "payment", is ambiguous and shows a direction only together with its opposite.
  package static func isWeak(_ word: String) -> Bool {
    weakWords[word.lowercased().replacing("_", with: " ").trimmed { $0.isWhitespace || $0 == "." }] != nil
  }

  /// Reads an amount column's heading, such as "payments". `heading` must be in lower case and without accents.
  package init?(heading: String) {
    guard heading.utf8.count > 1, let found = Self.headings[heading] else { return nil }
    self = found
  }

  package init?(mark: String) {
    switch mark {
    case "dr", "db", "dbt", "soll", "debit", "debet", "dbit", "af": self = .out
    case "cr", "crt", "haben", "credit", "kredit", "crdt", "bij": self = .into
    default: return nil
    }
  }

  /// Reads a letter such as S or H (German "Soll", "Haben"). Its column must also contain the opposite letter.
  package init?(letter: String) {
    switch letter {
    case "s", "d": self = .out
    case "h", "c", "k": self = .into
    default: return nil
    }
  }

  private static let words: [String: Direction] = {
    let out = """
      s d dr db soll debit debet dbit dbt debe debito débito débit dare af out wn cargo lastschrift belastung \
      withdrawal outgoing sent ausgang ausgabe expense uscita addebito obciążenie wydatek terhelés výdaj - − – minus \
      uitgaand afschrijving udgift utgift retrait money_out paid_out مدين deebet debetas debets дебет дебит расход \
      списание витрата odchozí odchádzajúca isplata borç χρέωση uttag 支出 支 借 出金 支払 출금 חובה \
      sortie gasto gastos egreso egresos salida gider uitgave uitgaven wydatki výdavok saída saida kiadás meno meno_tilitä \
      utgift utgifter utbetaling utbetalning spesa 转出 轉出 支取 出账 خصم מחובה חיוב χ 提出 扣款 \
      outflow outbound rc egress negative abfluss utgående dépense depense wychodzące wychodzący giden abbuchung auszahlung zahlungsausgang سحب
      """
    let into = """
      h c k cr crt haben credit kredit crdt cdt haber credito crédito crédit avere bij in ma abono gutschrift \
      deposit incoming received eingang einnahme income entrata accredito uznanie wpływ jóváírás příjem + ＋ plus \
      inkomend bijschrijving indtægt inntekt dépôt money_in paid_in دائن kreedit kreditas kredīts кредит приход \
      зачисление надходження příchozí prichádzajúca uplata alacak πίστωση insättning 收入 收 贷 入金 預入 입금 זכות \
      entrée entree ingreso ingresos gelir inkomst inkomsten przychód przychody príjem entrada bevétel tulo inntekter inkomster \
      innbetaling inbetalning ricavo 转入 轉入 存入 入账 إضافة זיכוי π 撥入 \
      inflow inbound rd ingress positive zufluss 収入 inngående inkommande revenu przychodzące przychodzący gelen einzahlung zahlungseingang إيداع
      """
    return list(out, into)
  }()

  private static let weakWords = list(
    "payment payments send spent paid payé abgang debit_card wd -1 aus ut →",
    "receipt receipts receive deposits reçu zugang direct_credit dp 1 +1 ein inn ←")

  private static let headings: [String: Direction] = {
    let out = """
      cash_out auszahlungen abbuchungen belastungen zahlungsausgänge sorties retrait retraits salidas uscita uscite \
      despesas wypłata wypłaty výdej výdeje kiadás kiadások tartozik utgifter udgift udgifter cheltuieli gider \
      giderler السحوبات سحوبات صادر الصادر المدين 支出 outgoings paid_out money_out
      """
    let into = """
      cash_in einzahlungen gutschriften zahlungseingänge entrées versement versements ingresos entradas entrata \
      entrate receitas wpłata wpłaty příjem příjmy bevétel bevételek követel inkomster indtægt indtægter venituri \
      gelirler الإيداعات إيداعات وارد الوارد الدائن 収入 incomings paid_in money_in
      """
    let all = words.merging(weakWords) { $1 }.merging(list(out, into)) { $1 }
    return Dictionary(all.map { ($0.key.folded(), $0.value) }) { first, _ in first }
  }()

  /// Makes a table from two lists of words. In the lists, an underscore means a space inside a phrase.
  private static func list(_ out: String, _ into: String) -> [String: Direction] {
    var words: [String: Direction] = [:]
    for (list, direction) in [(out, Direction.out), (into, .into)] {
      for word in list.split(separator: " ") { words[String(word).replacing("_", with: " ")] = direction }
    }
    return words
  }
}
