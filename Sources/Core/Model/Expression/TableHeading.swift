// SPDX-License-Identifier: GPL-3.0-or-later

/// The heading of a column, split into its main words and the texts that may name a currency.
package struct TableHeading: Sendable {
  package let text: String
  /// The heading in lower case, without brackets, signs, accents and the currency.
  package let base: String
  package let bracket: String
  /// The texts that may name the currency of the amounts: the text in brackets, or the last word.
  package let money: [String]

  package init(_ text: String) {
    self.text = text
    var rest = text.replacing("（", with: "(").replacing("）", with: ")")
      .trimmed { $0.isWhitespace || "#*:'\"".contains($0) }
    if !Kind.allCases.contains(where: { $0.isName(rest.lowercased()) }) { rest = rest.withoutCamelCase }
    var (bracket, money) = ("", [String]())
    if let open = rest.lastIndex(where: { "([".contains($0) }),
      let close = rest[open...].firstIndex(where: { ")]".contains($0) })
    {
      bracket = String(rest[rest.index(after: open)..<close]).trimmed()
      rest = (rest[..<open] + rest[rest.index(after: close)...]).trimmed()
      money.append(bracket)
    }
    var words = rest.lowercased().replacing("_", with: " ").split(whereSeparator: \.isWhitespace).map(String.init)
    let written = rest.replacing("_", with: " ").split(whereSeparator: \.isWhitespace).map(String.init)
    if let last = written.last, words.count > 1 {
      let isCode = last.utf8.count == 3 && last.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      let isSign = last.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
      let isNamed = ["in", "en", "w", "v", "em", "i"].contains(words[words.count - 2])
      if isCode || isSign || isNamed {
        money.append(last)
        words.removeLast(isNamed ? 2 : 1)
      }
    }
    base = words.joined(separator: " ").folded()
    self.bracket = bracket.lowercased()
    self.money = money
  }

  /// Whether the heading is about a kind of card. "Credit" and "debit" also name kinds of cards.
  package var isCard: Bool { hasWord(of: Self.cards) }

  private static let cards: Set<String> = [
    "card", "karte", "carte", "tarjeta", "kaart", "payment", "method", "tender", "pago", "pagamento", "paiement",
    "zahlungsart", "zahlart", "account", "product", "size", "grade", "class", "flight", "location",
  ]

  package var direction: Direction? { Direction(heading: base) ?? Direction(heading: bracket.folded()) }

  /// Whether the heading means an amount or currency of the other party: "Original Amount" or "Waluta obca".
  package var isOriginal: Bool {
    let texts = ([base, bracket] + money).map { $0.folded() }
    return hasWord(of: Self.foreignWords)
      || Self.foreignStems.contains { stem in texts.contains { $0.contains(stem) } }
  }

  private static let foreignWords: Set<String> = [
    "orig", "orig.", "estera", "estero", "estere", "esteri", "obca", "obcej", "obce",
  ]
  private static let foreignStems = [
    "origin", "orijin", "oryginal", "foreign", "fremd", "étrang", "etrang", "extranj", "vreemd", "oorspr", "původn",
    "puvodn", "pôvodn", "povodn", "cizí", "zahranič", "yabancı", "estrangeir", "alkuper", "ulkoma", "ursprung",
    "ursprüng", "opprinn", "oprind", "utländ", "utenland", "udenland", "eredeti", "külföld", "merchant",
    "counterparty", "spend currency", "иностр", "оригинал", "первонач", "الأصلي", "أصلي", "الأجنبي", "أجنبي", "原币",
    "原幣",
    "外币", "外幣", "外貨", "現地", "מקורי",
  ].map { $0.folded() }

  /// Whether the amounts are in cents or other subunits: `amount_cents`, `Amount (in pence)`.
  package var isMinor: Bool {
    let known = Self.subunits
    if ["smallest unit", "lowest denomination", "minor unit"].contains(where: {
      bracket.contains($0) || base.contains($0)
    }) {
      return true
    }
    let all = bracket.split { " _-".contains($0) }.map(String.init)
    if all.contains("no") { return false }
    let other: Set<String> = ["price", "value", "total", "fee", "cost", "net", "gross", "preis", "wert", "kwota"]
    let (own, nouns) = (words, Kind.amount.words.union(other))
    // The subunit comes after a word for the amount or after "in", as in "amount cents".
    let isLast =
      own.count > 1 && known.subtracting(["p", "ore"]).contains(own[own.count - 1])
      && own.dropLast().contains { nouns.contains($0) || ["in", "w", "en"].contains($0) }
    return !known.isDisjoint(with: all) || isLast || money.contains { known.contains($0.lowercased()) }
  }

  private static let subunits = Set(Subunits.families.flatMap { $0.names.split(separator: " ").map(String.init) })
    .union(["cts", "minor", "subunits", "groszach", "halere", "gr"])

  /// The power of ten that multiplies the amounts: 3 for `Amount (USD thousands)` and `Betrag in TEUR`, 0 for units.
  package var scale: Int {
    let isPer = text.contains("/") || words.contains("per")
    // Read headings such as "Betrag x1000" and "Amount 000s".
    let ending = text.lowercased().split(separator: " ").dropFirst().suffix(2)
    let last = ["x", "×"].contains(ending.first) ? ending.joined() : String(ending.last ?? "")
    if !isPer, last.hasPrefix("x") || last.hasPrefix("×") || last.hasPrefix("'000") || last.hasPrefix("000"),
      case let number = last.filter({ !"x×.,'".contains($0) }),
      let power = MoneyScale.bracketed[number] ?? MoneyScale.short[number]
    {
      return power
    }
    return ([bracket] + money).reduce(MoneyScale(text).power) { power, part in
      let whole = part.lowercased().trimmed { "x× ".contains($0) }.filter {
        !".,'’ ".contains($0) && !$0.isCurrencySymbol
      }
      let named = isPer ? 0 : MoneyScale.short[whole] ?? MoneyScale.bracketed[whole] ?? 0
      return max(power, named, MoneyScale(part).power)
    }
  }

  /// Whether the heading may name a factor, as in `Amount x100`. It is unclear if the amounts already include it.
  package var hasUnclearFactor: Bool {
    let text = text.lowercased()
    return scale == 0 && !isMinor
      && text.indices.contains { place in
        let number = text[text.index(after: place)...].drop { $0 == " " }.prefix(while: \.isNumber)
        let isInWord = text[place] == "x" && text[..<place].last?.isLetter ?? false
        return "x×*/÷".contains(text[place]) && !isInWord && number.count > 1 && number.first == "1"
          && number.dropFirst().allSatisfy { $0 == "0" }
      }
  }

  /// Whether a line is about prices, as in "All prices in CHF".
  var mentionsPrices: Bool {
    let known = ["prices", "preise", "prix", "precios", "prezzi", "prijzen", "ceny", "priser", "أسعار", "الأسعار"]
    return !Set(known.map { $0.folded() }).isDisjoint(with: words)
  }

  /// Whether the heading's date format has the month first, as in `Date (MM/DD/YYYY)`. Nil without a format.
  package var putsMonthFirst: Bool? {
    let form = text.lowercased().filter { $0.isLetter || "/.-".contains($0) }
    for separator in ["/", "-", "."] {
      if form.contains("mm\(separator)dd") { return form.contains("yyyy\(separator)mm") ? nil : true }
      if ["dd", "tt", "jj", "gg"].contains(where: { form.contains("\($0)\(separator)mm") }) { return false }
    }
    return nil
  }

  /// Whether the column may have the day on which something was done, as in "Posted" and "Erfasst am".
  package var mayBeDay: Bool {
    hasWord(of: [
      "posted", "posting", "booked", "booking", "completed", "started", "created", "executed", "processed", "cleared",
      "settled", "issued", "paid", "updated", "entered", "recorded", "gebucht", "erfasst", "ausgefuhrt", "ausgestellt",
      "bezahlt", "angelegt", "erstellt", "abgeschlossen", "verbucht", "eingetragen", "comptabilise", "enregistre",
      "effectue", "paye", "emis", "cree", "registrado", "contabilizado", "creado", "pagado", "completado", "emitido",
      "eseguito", "registrato", "contabilizzato", "emesso", "pagato", "geboekt", "uitgevoerd", "aangemaakt", "betaald",
      "zaksiegowano", "wykonano", "utworzono", "oplacono", "wystawiono", "bokford", "bokfort", "skapad", "registrerad",
      "utford", "betald", "bogfort", "oprettet", "utfort", "zauctovano", "provedeno", "zaplaceno", "when", "wann",
    ])
  }

  /// Whether the heading ends with a word that comes before a date, as in "Gebucht am".
  package var asksWhen: Bool {
    ["am", "on", "at", "le", "el", "il", "op", "den", "dnia", "when", "wann"].contains(words.last)
  }

  /// Whether the column is about documents that have numbers, such as invoices.
  package var isOfDocuments: Bool {
    hasWord(of: [
      "check", "cheque", "invoice", "voucher", "receipt", "order", "ticket", "beleg", "belegnr", "rechnung", "scheck",
      "facture", "factura", "fattura", "faktura", "factuur", "paragon", "kvitto", "فاتورة", "شيك",
    ])
  }

  /// Whether the heading is a plain word for a date, such as "Date", "Tag" or "timestamp".
  package var isPlainDay: Bool {
    let known: Set<String> = [
      "date", "day", "datum", "tag", "fecha", "data", "dato", "tarih", "дата", "التاريخ", "تاريخ", "日期", "日付", "time",
      "datetime", "date time", "date/time", "timestamp",
    ]
    return known.contains(base)
  }

  /// Whether the column has a day other than the booking day, such as "Due date".
  package var isSecondaryDay: Bool {
    hasWord(of: [
      "due", "value", "valuta", "valutadatum", "valutadag", "valutadato", "waluty", "valuty", "wert", "wertstellung",
      "wertstellungsdatum", "valeur", "valor", "rentedatum", "rentedato", "settlement", "settle", "ship", "shipping",
      "delivery", "statement", "maturity",
      "expiry",
      "expiration", "birth", "falligkeit", "lieferdatum", "echeance",
    ])
  }

  /// Whether the column has numbers that aren't money, as in "Phone" and "Discount %".
  package var isCount: Bool {
    let known: Set<String> = [
      "phone", "tel", "telephone", "telefon", "mobile", "fax", "hours", "hour", "hrs", "minutes", "seconds", "stunden",
      "minuten", "heures", "horas", "rating", "score", "points", "punkte", "age", "alter", "weight", "gewicht", "kg",
      "km",
      "distance", "percent", "percentage", "prozent", "zip", "zipcode", "plz", "postcode", "postal", "pages", "count",
      "units", "pieces", "temperature", "size", "length", "width", "height", "volume", "latitude", "longitude", "rank",
      "level", "days", "tage", "nights", "guests", "persons", "mileage", "odometer",
    ]
    return text.contains("%") || hasWord(of: known) || isQuantity || isFactor
  }

  package var isQuantity: Bool {
    hasWord(of: [
      "qty", "quantity", "menge", "anzahl", "stuck", "stueck", "quantite", "cantidad", "quantita", "quantidade",
      "aantal",
      "ilosc", "mnozstvi", "adet", "antal", "кількість", "количество", "الكمية", "数量", "units", "shares",
    ])
  }

  package var isPrice: Bool {
    hasWord(of: [
      "price", "preis", "prix", "precio", "prezzo", "cena", "prijs", "preco", "einzelpreis", "stuckpreis", "fiyat",
      "цена",
    ])
  }

  /// Whether the column has a number by which the amounts are multiplied, as in "Scale".
  package var isFactor: Bool {
    let known: Set<String> = [
      "scale", "multiplier", "factor", "exponent", "decimals", "unit", "unit multiplier", "faktor", "skala", "einheit",
      "nachkommastellen", "minor units", "minor unit", "echelle", "escala", "skalierung",
    ]
    return known.contains(base)
  }

  /// The words beside the word for "currency", as in "Instrument currency". Nil without a word for "currency".
  package var currencyOwners: Set<String>? {
    if mentions(.currency) { return base == "from" ? nil : owner(.currency) }
    let stems = ["wahrung", "waehrung", "currency", "valuta", "devise", "waluta", "divisa", "moneda", "muntsoort"]
    guard let stem = stems.first(where: { base.contains($0) }) else { return nil }
    return Set(base.replacing(stem, with: " ").split(separator: " ").map(String.init))
  }

  /// Words before "currency" in the heading of a column with the amounts' currency, as in "Account currency".
  package static let accountOwners: Set<String> = [
    "account", "transaction", "booking", "booked", "payment", "card", "billing", "billed", "posting", "posted",
    "statement",
    "invoice", "bill", "order", "transfer", "purchase", "sale", "expense", "receipt", "amount", "your", "wallet",
    "konto", "buchung", "buchungs", "transaktion", "transaktions", "umsatz", "zahlung", "zahlungs", "abrechnung",
    "abrechnungs", "karten", "rechnung", "rechnungs", "betrag", "betrags", "auftrag", "auftrags", "der", "vom", "beleg",
    "compte", "operation", "paiement", "transacción", "transaccion", "cuenta", "pago", "operacion", "movimiento",
    "conto",
    "operazione", "pagamento", "movimento", "transazione", "conta", "transacao", "rekening", "transactie", "betaling",
    "operacji", "transakcji", "rachunku", "platnosci", "uctu", "transakce", "tranzakcio", "transaksjons", "du", "del",
    "della", "do", "da", "di", "la", "le", "el", "of", "in", "kode", "code", "kod", "name", "symbol", "3", "letter",
  ]

  /// Whether the column has codes of things, places or people, which can look like currency codes.
  package var isOfThings: Bool {
    let known: Set<String> = [
      "symbol", "ticker", "coin", "country", "land", "pays", "pais", "paese", "kraj", "airport", "shop", "store",
      "market",
      "city", "instrument", "security", "stock", "share", "exchange", "merchant", "bank", "language", "person", "user",
      "employee", "customer", "supplier", "vendor", "station", "airline", "flight", "tag", "project", "pair",
    ]
    return isNamed(.other) || hasWord(of: known)
  }

  private func hasWord(of known: Set<String>) -> Bool { !known.isDisjoint(with: words) }

  package var words: [String] { base.split { " /-.".contains($0) }.map(String.init) }

  /// Whether the whole heading is a name of `kind`. For `mentions`, one word of the heading is enough.
  package func isNamed(_ kind: Kind) -> Bool { kind.isName(base) }
  package func mentions(_ kind: Kind) -> Bool { isNamed(kind) || words.contains { kind.words.contains($0) } }

  /// Returns the heading's words that don't name the kind, such as "source" in "source amount".
  package func owner(_ kind: Kind) -> Set<String> {
    let own = words.filter { !kind.words.contains($0) && !kind.isName($0) && !Self.fillers.contains($0) }
    return Set(own)
  }

  private static let fillers: Set<String> = [
    "of", "the", "de", "der", "des", "di", "code", "iso", "type", "total", "money",
  ]

  package enum Kind: CaseIterable, Sendable {
    case amount, debit, credit, direction, day, currency, target, account, balance, status, note, other

    /// The usual headings of columns of this kind in lower case, the likeliest first.
    package var names: [String] { Self.list[self]?.names ?? [] }
    package func isName(_ text: String) -> Bool { Self.sets[self]?.contains(text) ?? false }
    package var words: Set<String> { Self.list[self]?.words ?? [] }

    private static let sets = list.mapValues { Set($0.names) }
    private static let list: [Kind: (names: [String], words: Set<String>)] = {
      // Splits a list of names. For a name with an umlaut, returns both spellings without it: "wahrung" and "waehrung".
      func split(_ text: String) -> [String] {
        text.split(separator: ",").reduce(into: []) { names, name in
          let name = String(name).trimmed()
          let long = [("ä", "ae"), ("ö", "oe"), ("ü", "ue")].reduce(name) { $0.replacing($1.0, with: $1.1) }
          for form in [name.folded(), long.folded()] where !names.contains(form) { names.append(form) }
        }
      }
      var list: [Kind: (names: [String], words: Set<String>)] = [:]
      list[.amount] = (
        split(
          """
          amount, transaction amount, net amount, betrag, umsatz, summe, montant, importe, importo, kwota, \
          kwota operacji, kwota transakcji, bedrag, belopp, beløb, beløp, částka, castka, objem, suma, összeg, \
          tranzakció összege, tutar, valor da transação, сумма, сума, المبلغ, مبلغ, sum, total, totaal, totale, \
          gesamtbetrag, gross, brutto, \
          gross amount, bruttobetrag, net, netto, nettobetrag, buchungsbetrag, umsatzbetrag, transaktionsbetrag, \
          amount paid, value, wert, valor, price, preis, prix, precio, prezzo, cena, spent amount, transactieprijs, \
          znesek, iznos, summa, määrä euroa, upphæð, jumlah, nominal, mutasi, مبلغ تراکنش, ποσό, määrä, amt, 金额, \
          金額, 交易金额, 거래금액, סכום, suma tranzacției
          """),
        Set(
          split(
            """
            amount, betrag, umsatz, montant, importe, importo, kwota, bedrag, belopp, beløb, beløp, částka, összege, \
            összeg, suma, tutar, tutarı, määrä, сумма, сума, المبلغ, مبلغ, summa, amt
            """))
      )
      list[.debit] = (
        split(
          """
          debit, debits, debit amount, debit amt, soll, débit, montant débit, debito, débito, debe, cargo, cargos, \
          withdrawal, withdrawals, withdrawal amt., withdrawal amount, withdrawal amt, paid out, money out, outflow, \
          belastung, lastschrift, ausgabe, ausgaben, ausgang, abgang, addebiti, addebito, uscite, dare, dépenses, \
          dépense, spent, expense, expenses, obciążenia, obciążenie, wydatki, výdaje, výdaj, terhelés, af, \
          bedrag af, saída, saídas, ausgänge, debet, out, retiros, retiro, dr, ut, ut fra konto, ut av konto, uttag, \
          hævet, otto, isplata, duguje, v breme, breme, дебит, дебет, расход, списание, витрата, borç, χρέωση, \
          deebet, debetas, debets, suma debit, débitos, 支払い金額, お支払金額, 出金額, 出金, 出金金額, お引出し, 支出, 支出金额, 支出金額, 提出, 提款金額, \
          借方, 借方金额, 借方发生额, 출금액, \
          출금, חובה, مدين, سحب, بدهکار, برداشت
          """), Set(split("debit, débit, withdrawal, withdrawals, outflow, belastung, soll, cargo, debe, debet"))
      )
      list[.credit] = (
        split(
          """
          credit, credits, credit amount, credit amt, haben, crédit, montant crédit, credito, crédito, haber, abono, \
          abonos, deposit, deposits, deposit amt., deposit amount, deposit amt, paid in, money in, inflow, \
          gutschrift, einnahme, einnahmen, eingang, zugang, accrediti, accredito, entrate, avere, revenus, recettes, \
          received, income, uznania, uznanie, wpływy, příjmy, příjem, jóváírás, bij, bedrag bij, entrada, entradas, \
          eingänge, kredit, in, depósitos, depósito, cr, inn, inn på konto, insättning, indsat, pano, uplata, \
          potražuje, v dobro, dobro, кредит, приход, зачисление, надходження, alacak, πίστωση, kreedit, kreditas, \
          kredīts, suma credit, créditos, 預かり金額, お預り金額, 入金額, 入金, 入金金額, お預入れ, 收入, 收入金额, 存入, 存入金額, 存款金額, 贷方, 贷方金额, \
          贷方发生额, 입금액, 입금, זכות, \
          دائن, إيداع, بستانکار, واریز
          """), Set(split("credit, crédit, deposit, deposits, inflow, gutschrift, haben, abono, haber, kredit"))
      )
      list[.direction] = (
        split(
          """
          direction, af bij, af/bij, bij/af, bij af, soll/haben, s/h, d/c, c/d, d/k, d/h, dr/cr, cr/dr, \
          debit/credit, debit / credit, credit/debit, credit debit, debit credit, credit debet, debet/credit, \
          debe/haber, débit/crédit, cdtdbtind, credit debit indicator, creditdebitindicator, in/out, +/-, sign, \
          vorzeichen, sens, richting, soll/haben-kennzeichen, kennzeichen, bewegungsart, dare/avere, type, kind, \
          transaction type, wn/ma, ma/wn, debit or credit, debit/credit indicator, credit/debit indicator, \
          indicator, code, drcr, dc, dir, dir., flow, deebet/kreedit, debetas/kreditas, debet/kredit, дебет/кредит, \
          směr úhrady, \
          smer platby, směr, smer, strona, retning, riktning, richtung, cargo/abono, abono/cargo, borç/alacak, b/a, \
          sentido, senso, suunta, irány, направление, الاتجاه, اتجاه, مدين/دائن, دائن/مدين, πρόσημο, πρόσημο ποσού, χ/π, 收/支, 入払区分, 借贷标志
          """), []
      )
      list[.day] = (
        split(
          """
          date, day, booking date, bookingdate, transactiondate, booked at, dateop, bokfdag, bokföringsdatum, \
          data registrazione, data operazione, fecha contable, fecha de la operación, transdag, booking day, \
          transaction date, posting date, post date, posted date, trade date, completed date, date completed, \
          execution date, invoice date, datum des abschlusses, date de fin, fecha de finalización, \
          data di completamento, data zrealizowania, data de conclusão, datum, tag, buchungstag, buchungsdatum, \
          buchtag, buchung, buchungszeit, belegdatum, rechnungsdatum, reskontradatum, txn date, tran date, tradedate, \
          run date, activity date, trans. date, trans date, posted transactions date, transaktionsdatum, kaufdatum, \
          umsatzdatum, fecha, fecha operación, fecha de operación, f. operación, data, data operacji, \
          data transakcji, data contabile, data operazione, data księgowania, data lançamento, data movimento, dato, \
          bogføringsdato, bokföringsdag, bokføringsdato, transaktionsdag, date opération, date de l'opération, \
          date operation, date de transaction, date comptable, date de comptabilisation, datum transakce, \
          datum zaúčtování, datum splatnosti, datum knjiženja, datum transakcije, uitvoeringsdatum, \
          data tranzactie, data tranzacției, datum provedení, boekdatum, \
          boekingsdatum, transactiedatum, dátum, tranzakció dátuma, könyvelés dátuma, tarih, işlem tarihi, дата, \
          дата операции, التاريخ, تاريخ, تاريخ العملية, created, created (utc), date/time, datetime, date time, \
          date (utc), timestamp, time, valuta, valutadatum, wertstellung, wertstellungsdatum, value date, \
          valuedate, date valeur, \
          date de valeur, fecha valor, data valuta, data waluty, rentedatum, utc time, settle date, settlement date, \
          epoch, ts, unix time, unix timestamp, month, year, week, quarter, period, monat, jahr, woche, quartal, \
          mois, mes, päivä, kuupäev, ημερομηνία, kirjauspäivä, maksupäivä, arvopäivä, datum valute, valuta datum, \
          日付, 取引日, 年月日, 交易时间, 交易日期, 记账日期, 거래일시, 거래일자, תאריך, \
          дата проводки, data mov., data mov, 日期, 날짜, 일자, วันที่, ngày, tanggal, tgl, datums, तारीख, दिनांक, tarikh, \
          zeitpunkt, jour, giorno, día, dia, dag, gün, день, ημ/νία, päiväys, kelt, created at, \
          updated at, pvm, dagsetning, \
          თარიღი, ամսաթիվ, posted on, periode, wann, when
          """),
        Set(
          split(
            """
            date, datum, fecha, data, dato, dátum, dátuma, tarih, tarihi, дата, التاريخ, تاريخ, dates, \
            buchungsdatum, day, tag, timestamp, datetime, buchungstag
            """))
      )
      list[.currency] = (
        split(
          """
          from, currency, currency code, ccy, cur, curr, währung, waehrung, währungscode, devise, devises, monnaie, \
          moneda, moeda, waluta, divisa, munt, valuta, valuuta, měna, mena, devizanem, pénznem, devies, \
          buchungswährung, tranzakció devizaneme, döviz, para birimi, валюта, العملة, عملة, currency type, \
          muntsoort, valutakode, iso currency code, kontowährung, account currency, transaction currency, \
          waluta operacji, waluta transakcji, umsatzwährung, transaktionsvaluta, νόμισμα, valūta, 币种, 币别, 货币, 幣別, \
          貨幣, 通貨, 通貨コード, 통화, מטבע, mynt
          """),
        Set(
          split(
            """
            currency, ccy, währung, waehrung, devise, moneda, moeda, waluta, divisa, munt, valuta, měna, devizaneme, \
            devizanem, pénznem, валюта, العملة, currencycode
            """))
      )
      list[.target] = (split("to, target, target currency, in, nach, zielwährung, إلى"), [])
      list[.account] = (
        split(
          """
          account, account name, account number, account type, konto, kontoname, auftragskonto, rekening, \
          rekeningnummer, compte, cuenta, conto, conta, cont, rachunek, účet, product, produkt, wallet, iban, \
          bezeichnung auftragskonto, iban auftragskonto
          """), []
      )
      list[.balance] = (
        split(
          """
          balance, saldo, solde, running balance, closing balance, opening balance, kontostand, egyenleg, zůstatek, \
          saldo po operacji, saldo na trn, saldo nach buchung, guthaben, fee, fees, gebühr, entgelt, tax, vat, mwst, \
          commission, provision, exchange rate, rate, kurs, quantity, qty, anzahl, cantidad, stück, shares, nr, no, \
          number, id, reference, رصيد, الرصيد, menge, bal, bal., stanje, bakiye, sold, sold contabil, zostatok, \
          остаток, баланс, υπόλοιπο, likutis, jääk, disponible, staða, 残高, 差引残高, 取引後残高, 余额, 餘額, 帳戶餘額, 账户余额, 잔액, \
          יתרה, cheque number, \
          check number, check or slip #, row, amount refunded, ماليات
          """),
        Set(
          split(
            """
            balance, saldo, solde, kontostand, fee, fees, gebühr, tax, vat, commission, rate, quantity, shares, \
            number, no, nro, referans, id, reference, egyenleg, zůstatek, bakiye, stanje, zostatok, остаток, \
            disponible, blz, iban, \
            bic, nummer, account, konto, rekening, tegenrekening, ref, refunded
            """))
      )
      list[.status] = (
        split(
          """
          status, state, transaction status, payment status, booking status, transaktionsstatus, \
          buchungsstatus, contabilizzazione, balance impact, auswirkung auf guthaben, zustand, \
          statut, état, estado, stato, situação, stan, stav, állapot, durum, статус, состояние, tila, tilstand, \
          الحالة, حالة, \
          状态, 交易状态, 当前状态, 狀態, ステータス, 状態, 상태, סטטוס
          """), Set(split("status, state, statut, estado, stato, stav, durum, статус, الحالة"))
      )
      list[.note] = (
        split("info, note, notes, notes and #tags, remark, remarks, bemerkung, hinweis, commentaire, nota, ملاحظات"),
        Set(split("notes, info"))
      )
      list[.other] = (
        split(
          """
          description, details, name, text, memo, type, category, payee, payer, \
          verwendungszweck, buchungstext, auftraggeber/empfänger, empfänger, auftraggeber, \
          beguenstigter/zahlungspflichtiger, vorgang, vorgang/verwendungszweck, umsatzart, concepto, concept, \
          libellé, libelle, communication, omschrijving, naam, tegenrekening, mededelingen, opis, opis operacji, \
          popis, zpráva, közlemény, product, isin, symbol, ticker, produkt, hora, time zone, zeitzone, uhrzeit, \
          beschreibung, subject, label, narrative, particulars, reference, descripción, descrição, descrizione, \
          causale, tipo, tipo movimiento, action, section, settle date, text, الوصف, البيان
          """), []
      )
      return list
    }()
  }
}

extension String {
  /// Splits `amountMinor` into `amount Minor`. Other texts, such as `MwSt` and `PayPal Fee`, don't change.
  fileprivate var withoutCamelCase: String {
    guard utf8.allSatisfy(\.isLetter) else { return self }
    var (parts, last) = ([String](), Character(" "))
    for letter in self {
      if letter.isUppercase, last.isLowercase || parts.isEmpty {
        parts.append("")
      } else if parts.isEmpty {
        parts = [""]
      }
      parts[parts.count - 1].append(letter)
      last = letter
    }
    let areWords = parts.count > 1 && parts.allSatisfy { $0.count > 1 } && parts[0].count > 2
    return areWords ? parts.joined(separator: " ") : self
  }
}
