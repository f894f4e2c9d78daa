// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Questions typed into a search or after the program's name.
@Suite struct QuestionTests {
  @Test("the second currency of a question is the target currency", arguments: [
    ("100 EUR USD", "100 [EUR] > USD = 125 USD"), ("100 eur usd,gbp", "100 [EUR] > USD,GBP = 125 USD"),
    ("100 EUR USD GBP", "100 [EUR] > USD,GBP = 125 USD"), ("100 EUR USD and GBP", "100 [EUR] > USD,GBP = 125 USD"),
    ("100 EUR in USD and GBP", "100 [EUR] > USD,GBP = 125 USD"), ("EUR in USD & GBP", "1 [EUR] > USD,GBP = 1.25 USD"),
    ("EUR 100 USD", "100 [EUR] > USD = 125 USD"),
    ("100€ $", "100 [EUR] > USD {USD} = 125 USD"), ("eur usd", "1 [EUR] > USD = 1.25 USD"),
    ("EUR in USD", "1 [EUR] > USD = 1.25 USD"), ("2*50 EUR USD", "2*50 [EUR] > USD = 125 USD"),
  ]) func theSecondCurrencyOfAQuestionIsTheTargetCurrency(text: String, reading: String) {
    #expect(Sample.reader("en_US").readQuestion(text).rendered == reading)
  }

  @Test(
    "a question in the form of a calculation is read as a calculation",
    arguments: ["100 EUR in USD", "100 EUR", "5 USD + 3 EUR", "(3+4)*1.5 GBP in JPY"])
  func aQuestionInTheFormOfACalculationIsReadAsACalculation(text: String) {
    let reader = Sample.reader("en_US")
    #expect(reader.readQuestion(text) == reader.read(text))
  }

  @Test("words such as double and negative change the amount", arguments: [
    ("en_US", "double 100 EUR", "2*100 EUR"), ("en_US", "twice 50 EUR in USD", "2*50 EUR in USD"),
    ("en_US", "negative 5 EUR", "-5 EUR"), ("de_DE", "doppelt 100 EUR", "2*100 EUR"),
    ("de_DE", "halb 100 EUR", "(1/2)*100 EUR"), ("en_US", "3 @ 10 EUR", "3*10 EUR"),
    ("en_US", "from EUR to USD", "EUR to USD"), ("de_DE", "von EUR nach USD", "EUR in USD"),
    ("en_US", "100 eur in usd?", "100 eur in usd"), ("en_US", "10.50 EUR!", "10.50 EUR"),
    ("en_US", "10.50 EUR,", "10.50 EUR"),
  ])
  func wordsSuchAsDoubleAndNegativeChangeTheAmount(locale: String, text: String, sum: String) {
    let (read, expected) = (Sample.reader(locale).readQuestion(text), Sample.reader(locale).readQuestion(sum))
    let values = [read, expected].map { $0.rendered.split(separator: "= ").last }
    #expect(values[0] == values[1], "\(read.rendered)")
    #expect(read.targets == expected.targets && read.errors.isEmpty, "\(read.rendered)")
  }

  @Test("an amount in words or fractions equals the same amount in digits", arguments: [
    ("en_US", "1 million five hundred thousand EUR in USD", "1500000 EUR in USD"), ("en_US", "3 hundred fifty EUR", "350 EUR"),
    ("en_US", "2 and a half million EUR", "2500000 EUR"), ("en_US", "a million and a half EUR", "1500000 EUR"),
    ("en_US", "ten lakh INR", "1000000 INR"), ("de_DE", "1 Million fünfhunderttausend EUR", "1500000 EUR"),
    ("de_DE", "eine Million fünfhunderttausend EUR", "1500000 EUR"), ("de_DE", "dreissig EUR", "30 EUR"),
    ("de_DE", "fuenfzig EUR", "50 EUR"), ("ar_EG", "مليون و خمسمئة ألف EUR", "1500000 EUR"),
    ("ar_EG", "1 مليون وخمسمئة ألف EUR", "1500000 EUR"), ("ar_EG", "مليونان وثلاثة EUR", "2000003 EUR"),
    ("ar_EG", "أحد عشر EUR", "11 EUR"), ("ar_EG", "ثلاثة و عشرون EUR", "23 EUR"), ("en_US", "100 euros - 20%", "80 EUR"), ("en_US", "eur2usd", "EUR in USD"),
    ("en_US", "1/3 of 90 EUR", "30 EUR"), ("en_US", "ten EUR and twenty USD", "10 EUR + 20 USD"),
    ("en_US", "5 EUR in cents", "5 EUR in EUR"), ("en_US", "((12.50)) EUR", "-12.50 EUR"),
  ])
  func anAmountInWordsOrFractionsEqualsTheSameAmountInDigits(locale: String, text: String, sum: String) {
    let (read, expected) = (Sample.reader(locale).readQuestion(text), Sample.reader(locale).readQuestion(sum))
    let values = [read, expected].map { $0.rendered.split(separator: "= ").last }
    #expect(values[0] == values[1] && read.targets == expected.targets && read.errors.isEmpty, "\(read.rendered)")
  }

  @Test("an unclear number, range or target is refused", arguments: [
    "1.5 million five hundred thousand EUR", "one thousand five thousand EUR", "20 five EUR", "10 CHF cents", "5 or 10 EUR",
    "5 bis 10 EUR", "10-15% of 50 EUR",
  ])
  func anUnclearNumberRangeOrTargetIsRefused(text: String) {
    let read = Sample.reader("de_DE").readQuestion(text)
    let total = read.calculation.evaluate(rates: Sample.rates, result: .eur).total
    #expect(!read.errors.isEmpty || total == nil, "\(read.rendered)")
  }

  @Test("a name such as Pen before an amount isn't a currency", arguments: ["Pen $18.00", "Cup $18.00", "Ron $18.00"])
  func aNameSuchAsPenBeforeAnAmountIsntACurrency(text: String) {
    let lines = Sample.reader("en_US").readQuestion(text).calculation.lines
    #expect(lines.map(\.currency) == [.usd] && lines[0].note == String(text.prefix(3)))
    #expect(Sample.reader("en_US").readQuestion("Pen 18.00").notes.contains { if case .symbolRead = $0.kind { true } else { false } })
  }

  @Test("mathematical words such as sqrt aren't accepted as labels of amounts", arguments: [
    "sqrt 100 EUR", "square root 100 EUR", "log 100 EUR", "less than 100 EUR", "more than 5 EUR", "over 5 EUR",
    "no 5 EUR", "not 5 EUR", "up to 5 EUR", "mehr als 5 EUR", "bis zu 5 EUR", "über 5 EUR",
  ])
  func mathematicalWordsSuchAsSqrtArentAcceptedAsLabelsOfAmounts(text: String) {
    let read = Sample.reader("de_DE").readQuestion(text)
    #expect(read.errors.contains { if case .unclearWords = $0.reason { true } else { false } }, "\(read.rendered)")
    #expect(Sample.reader("en_US").readQuestion("Double room 5 EUR").errors.isEmpty)
  }

  @Test(
    "text that is not a question gives the error of a calculation",
    arguments: ["firefox", "EUR", "", "100 EUR firefox", "in", "100 EUR in", ",", "100 EUR EUR USD 5"])
  func textThatIsNotAQuestionGivesTheErrorOfACalculation(text: String) {
    let reader = Sample.reader("en_US")
    #expect(reader.readQuestion(text) == reader.read(text))
  }

  @Test("currency names are read in Arabic, German and English", arguments: [
    ("ar_EG", "100 دولار إلى يورو", "USD", "EUR"), ("ar_EG", "5 جنيه إلى ين", "EGP", "JPY"),
    ("ar_KW", "2 دينار روبل", "KWD", "RUB"),
    ("ar", "3 فرنك إلى ليرة", "CHF", "TRY"), ("de_DE", "100 Rubel in Rupien", "RUB", "INR"),
    ("en_GB", "3 rubles in lira", "RUB", "TRY"),
  ]) func currencyNamesAreReadInArabicGermanAndEnglish(locale: String, text: String, from: String, to: String) {
    let read = Sample.reader(locale).readQuestion(text)
    #expect(read.errors.isEmpty)
    #expect(read.calculation.lines.compactMap(\.currency?.code) == [from])
    #expect(read.targets.map(\.code) == [to])
  }

  @Test("a question is read in the user's number format") func aQuestionIsReadInTheUsersNumberFormat() {
    #expect(Sample.reader("de_DE").readQuestion("1.234,50 EUR USD").calculation.lines[0].amountText == "1.234,50")
  }
}
