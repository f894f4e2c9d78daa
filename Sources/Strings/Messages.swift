// SPDX-License-Identifier: GPL-3.0-or-later

public import KursCore
public import KursModel

/// Returns the sentence for an error in an amount. The arguments are the parts that differ between window and terminal.
public func sentence(
  for reason: CalculationError.Reason, noAmount: @autoclosure () -> String, notANumber: @autoclosure () -> String,
  textTooLong: (_ limit: Int) -> String, tooManyLines: (_ limit: Int) -> String,
  quoted: (String) -> String, rate: (RateError) -> String
) -> String {
  switch reason {
  case .noAmount: noAmount()
  case .missingOperand: tr("The amount is missing.")
  case .missingOperator: tr("Write + or - between the two amounts.")
  case .unclosedBracket: tr("Close the bracket.")
  case .unopenedBracket: tr("Remove the closing bracket, or open one before it.")
  case .malformedNumber(.tooLong): tr("The number has more than 300 digits.")
  case .malformedNumber: notANumber()
  case .unknownNumberForm: tr("This amount was saved in another number format. Enter it again.")
  case .unexpectedCharacter(let character):
    tr("Kurs can't read {text} here. Remove or correct it.", ["text": String(character)])
  case .unknownWord(let word): unknownCurrency(quoted(word), code: word)
  case .unclearWords(let words):
    tr("Kurs can't read {text} before an amount. Write a calculation such as 2*100 EUR.", ["text": quoted(words)])
  case .undecidedCurrency(let word, let currencies):
    tr(
      "{text} can be {list}. Enter one of these codes.",
      ["text": quoted(word), "list": currencies.map(\.code).joined(separator: ", ")])
  case .secondCurrency: tr("An amount can have only one currency. To convert, write \"in\" before the second one.")
  case .invalidDate: tr("This is not a date. Enter it as 30 October 2026 or 2026-10-30.")
  case .periodForDay: tr("Enter one day, such as 30 October 2026, instead of a period.")
  case .dateForAmount: tr("This is a date, not an amount.")
  case .phoneNumber: tr("This looks like a phone number. Put spaces around the minus to subtract.")
  case .amountRange:
    tr("This looks like a range of amounts. Enter one amount, or put spaces around the minus to subtract.")
  case .severalAmounts: tr("Several columns could be the amounts. Paste only one of them.")
  case .missingTarget: tr("The target currency is missing.")
  case .unexpectedTarget: tr("Write the target currencies at the end.")
  case .unclearRate: tr("Write one target currency, and then the rate as a number.")
  case .textTooLong(let limit): textTooLong(limit)
  case .tooManyLines(let limit): tooManyLines(limit)
  case .numberTooLarge: tr("The number is too large.")
  case .divisionByZero: tr("You can't divide by zero.")
  case .moneyTimesMoney: tr("You can't multiply money by money. Remove one of the currencies.")
  case .numberDividedByMoney: tr("You can't divide a number by money.")
  case .numberWithMoney: tr("You can't add a plain number to money. Add a currency to the number.")
  case .percentOfNothing: tr("A percentage needs an amount: \"15% of 40 EUR\" or \"40 EUR + 15%\".")
  case .currencyOnPercent: tr("A percentage can't have a currency.")
  case .currencyMissing: tr("The currency is missing.")
  case .linesAboveFailed: tr("A line above this one has no value. Correct that line first.")
  case .rate(let error): rate(error)
  }
}

private func unknownCurrency(_ text: String, code: String) -> String {
  offshoreRenminbi(code) ?? tr("Unknown currency: {text}.", ["text": text])
}

/// Returns a hint for CNH, which isn't an ISO 4217 code. Nil for any other code.
public func offshoreRenminbi(_ code: String) -> String? {
  guard code.uppercased() == "CNH" else { return nil }
  return tr("CNH is the renminbi outside China. No provider has its rate. For an estimate, use CNY.")
}

public func sentence(for failure: FileFailure) -> String {
  switch failure {
  case .noSuchFolder(let path):
    tr("The folder of {path} doesn't exist, so nothing was saved. Create the folder first.", ["path": path])
  case .notAllowed(let path):
    tr("You can't write to {path}, so nothing was saved. Check its permissions.", ["path": path])
  case .notReadable(let path): tr("Can't read {path}, so nothing was saved. Check its permissions.", ["path": path])
  case .diskFull(let path):
    tr("The disk is full, so {path} was not saved. Free some space, then try again.", ["path": path])
  case .tooLong(let path, let limit):
    tr(
      "{path} would be longer than {n} bytes, so nothing was saved. Shorten a setting.",
      ["path": path, "n": String(limit)])
  case .failed(let path, let code):
    tr(
      "Can't save {path} (error {code}). Check the disk, or choose another folder.",
      ["path": path, "code": String(code)])
  }
}

public func sentence(for fault: BackupFault) -> String {
  switch fault {
  case .file(let failure): sentence(for: failure)
  case .notReadable: tr("Can't read the file. Check its permissions.")
  case .tooLarge, .foreign, .notJSON: tr("This file is not a Kurs backup.")
  case .later: tr("This backup comes from a newer version of Kurs. Nothing was imported. Update Kurs first.")
  case .unreadable(let place):
    tr(
      "The backup is damaged at {place}. Nothing was imported. Choose another backup.",
      ["place": place.isEmpty ? "/" : place])
  case .schemaMissing(let name): tr("The file {name} is missing. Install Kurs again.", ["name": name])
  case .storage: tr("Can't read or save your data. Check the disk and its free space.")
  case .settingsNotSaved(let failure):
    tr("Your data was restored, but not the settings.") + " " + sentence(for: failure)
  }
}

public func name(of part: UserPart) -> String {
  switch part {
  case .objects: tr("lists, custom rates and favorites")
  case .history: tr("the history")
  case .session: tr("the list")
  case .queue: tr("unsent changes")
  case .accounts: tr("accounts")
  }
}

public func sentence(for fault: ProviderFileFault) -> String {
  let parts = ["place": fault.place.harmless(limit: 120), "expected": word(for: fault.expected)]
  return fault.place.isEmpty
    ? tr("The file doesn't describe a provider. Expected: {expected}. Nothing was changed.", parts)
    : tr("The provider's file has an error at {place}. Expected: {expected}. Nothing was changed.", parts)
}

private func word(for expected: ProviderFileFault.Expected) -> String {
  switch expected {
  case .json: tr("JSON with the fields listed in Kurs's handbook")
  case .version: tr("the number 1")
  case .identifier: tr("small letters, digits and dashes, but not another provider's name")
  case .name: tr("a name of at most 80 characters")
  case .currency: tr("a currency code")
  case .address: tr("an address that begins with https://")
  case .path: tr("a path on the server that begins with /")
  case .placeholder: tr("a date format in brackets, such as {example}", ["example": "{from:yyyy-MM-dd}"])
  case .format: tr("json, xml or csv")
  case .place: tr("a place in the response, such as /rates/* or #/date")
  case .column: tr("a column's name or number")
  case .dayForm: tr("a date format such as dd.MM.yyyy, or unix")
  case .direction: tr("home-per-other or others-per-home")
  case .key: tr("query:NAME, header:NAME or path")
  case .number: tr("a whole number that is not too large")
  case .mark: tr("one of the values listed in Kurs's handbook")
  case .rhythm: tr("hourly, daily, working-days, monthly or irregularly")
  case .day: tr("a day such as 2026-10-30")
  case .known: tr("a field listed in Kurs's handbook")
  case .pair: tr("either the fields currency and direction, or base and quote")
  case .shorter: tr("at most 65,536 bytes")
  }
}

extension Provider {
  public var publisherName: String { bankName(of: id) ?? publisher }

  public var sourceName: String { attribution == publisher ? publisherName : attribution }
}

/// Returns a central bank's name in the user's language. Nil for a company, because its name isn't translated.
public func bankName(of id: ProviderID) -> String? {
  switch id.name {
  case "ecb": tr("European Central Bank")
  case "boc": tr("Bank of Canada")
  case "nbp": tr("National Bank of Poland")
  case "cbr": tr("Bank of Russia")
  case "nbu": tr("National Bank of Ukraine")
  case "cnb": tr("Czech National Bank")
  case "norges-bank": tr("Bank of Norway")
  case "rba": tr("Reserve Bank of Australia")
  case "boi": tr("Bank of Israel")
  case "tcmb": tr("Central Bank of the Republic of Türkiye")
  case "nbrb": tr("National Bank of the Republic of Belarus")
  case "bnr": tr("National Bank of Romania")
  case "inforeuro": tr("European Commission")
  case "hmrc": tr("HM Revenue & Customs")
  case "us-treasury": tr("U.S. Treasury")
  case "bazg": tr("Swiss customs, monthly averages")
  case "bmf": tr("German Ministry of Finance, for VAT")
  default: nil
  }
}

extension Provider {
  public var shortName: String {
    switch id.name {
    case "ecb": tr("ECB")
    case "nbp": tr("NBP")
    case "cnb": tr("CNB")
    case "nbu": tr("NBU")
    case "rba": tr("RBA")
    case "tcmb": tr("TCMB")
    case "nbrb": tr("NBRB")
    case "bnr": tr("BNR")
    case "hmrc": tr("HMRC")
    case "bazg": tr("Swiss customs")
    case "bmf": tr("Ministry of Finance")
    default: publisherName
    }
  }
}

public func word(for expected: ItemError.Expected) -> String {
  switch expected {
  case .rate: tr("a rate")
  case .oneRate: tr("only one rate for each pair and day")
  case .rates: tr("a list of rates")
  case .day: tr("a day")
  case .earlierDay: tr("an earlier date than in the previous row")
  case .currency: tr("a currency code")
  case .home: tr("the provider's own currency")
  case .pair: tr("two currency codes")
  case .unit: tr("the number of units, such as 1 or 100")
  case .text: tr("text")
  case .number: tr("a number")
  case .markup: tr("well-formed XML")
  case .table: tr("rows with as many columns as the first row")
  case .any: tr("a rate, a day or a currency")
  }
}

extension ProviderDefinition {
  public static func forms(of id: ProviderID) -> String {
    let declared = all.first { $0.provider.id == id }?.forms
    let forms = declared ?? (id.isTeam ? [.json] : [.json, .xml, .csv])
    return forms.map(\.rawValue).joined(separator: tr(", "))
  }
}

/// Returns the sentence for an error of a table. Nil if window and terminal have different sentences for it.
public func sentence(for fault: TableFault) -> String? {
  switch fault {
  case .unreadable(let path): tr("Can't read {path}. Check its path and permissions.", ["path": path])
  case .empty: tr("The table is empty.")
  case .notText: tr("This file is not plain text. Save the table as CSV in UTF-8.")
  case .noColumns:
    tr("Can't find the columns of the table. Separate them with commas, semicolons or tabs.")
  case .foreign(let name):
    tr("The format {name} has no columns. Export the statement as CSV or as a spreadsheet.", ["name": name])
  case .rowTooLong(let row, let column, let limit):
    tr(
      "Row {row} is longer than {n} bytes. The limit is reached in column {column}. Check its quotation marks.",
      ["row": String(row), "column": String(column), "n": String(limit)])
  case .openQuote(let row, let column):
    tr(
      "A quotation mark in row {row}, column {column} is not closed. Add the closing one.",
      ["row": String(row), "column": String(column)])
  case .tooManyCells(let row, let count, let expected):
    tr(
      "Row {row} has {n} cells for {expected} columns. Put numbers that contain a comma in quotation marks.",
      ["row": String(row), "n": String(count), "expected": String(expected)])
  case .noDay(let row, let column, let text) where Day.isImpossibleDate(text):
    tr(
      "Row {row}, column {column}: the day {text} doesn't exist.",
      ["row": String(row), "column": "\"\(column)\"", "text": text])
  case .noColumn, .unclear, .noDay, .severalTables, .noTable, .noCurrency, .noTarget: nil
  }
}

/// Returns the sentence for an error of a row. `amount`, `rate`: the sentences that differ between window and terminal.
public func sentence(
  for reason: RowFault.Reason, _ dates: DateOrder, amount: (CalculationError, _ text: String) -> String,
  rate: (RateError) -> String
) -> String {
  switch reason {
  case .amount(let error, _) where error.reason == .noAmount: return tr("The amount is missing.")
  case .amount(let error, let text): return amount(error, text)
  case .notAmount(let text): return tr("\"{text}\" is not an amount.", ["text": text])
  case .twoAmounts(let out, let into):
    return tr("The row has two amounts: {out} paid out and {in} paid in. Keep one of them.", ["out": out, "in": into])
  case .direction(""): return tr("The minus or plus of this amount is missing.")
  case .direction(let text):
    return tr("\"{text}\" doesn't show whether the amount is negative. Write debit or credit.", ["text": text])
  case .contradiction(let amount, let direction):
    return tr(
      "{amount} has a minus and also \"{direction}\" next to it. Remove one of them.",
      ["amount": amount, "direction": direction])
  case .ambiguousNumber(let text, let value, let other):
    let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
    return tr("\"{text}\" can be {value} or {other}. The table has numbers in two formats. Use one format.", parts)
  case .currency(""): return tr("The currency is missing.")
  case .currency(let text): return unknownCurrency("\"\(text)\"", code: text)
  case .currencyBeside(let word, let text):
    return tr("Unknown currency {word} in {text}.", ["word": "\"\(word)\"", "text": "\"\(text)\""])
  case .otherCurrency(let own, let column):
    return tr(
      "The amount is in {code}, but its currency column has {other}. Correct one of them.",
      ["code": own.code, "other": column.code])
  case .day(""): return tr("The date is missing.")
  case .day(let text) where Day.isImpossibleDate(text): return tr("The day {text} doesn't exist.", ["text": text])
  case .day(let text):
    return tr("\"{text}\" is not a date. Expected: {example}.", ["text": text, "example": dates.example])
  case .ambiguousDay(let text, let day, let other):
    let parts = ["text": text, "day": day.description, "other": other.description]
    return tr("\"{text}\" can be {day} or {other}. The table has dates in two orders. Use one order.", parts)
  case .notBooked(let status): return tr("This transaction is not booked: {status}.", ["status": "\"\(status)\""])
  case .tooManyCells(let count, let expected):
    return tr(
      "The row has {n} cells for {expected} columns. Put numbers that contain a comma in quotation marks.",
      ["n": String(count), "expected": String(expected)])
  case .otherTable: return tr("Another table begins here. Save that table in a separate file.")
  case .repeatedHead: return tr("This row repeats the names of the columns.")
  case .rule(let text):
    return tr("Unknown rule {text}. Use a rule such as before or month-end.", ["text": "\"\(text)\""])
  case .rate(let error): return rate(error)
  }
}

/// Returns a sentence with the number of rows without a value. `row`, `reason`: the first such row and its error.
public func sentence(
  for outcome: TableOutcome, _ row: Int, column: String?, reason: String
) -> String {
  var parts = ["row": String(row), "reason": reason, "all": String(outcome.rows)]
  guard let column else {
    return trn(
      "{n} of {all} rows has no value. The first is row {row}: {reason}",
      "{n} of {all} rows have no value. The first is row {row}: {reason}", outcome.faults, parts)
  }
  parts["column"] = "\"\(column)\""
  return trn(
    "{n} of {all} rows has no value. The first is row {row}, column {column}: {reason}",
    "{n} of {all} rows have no value. The first is row {row}, column {column}: {reason}", outcome.faults, parts)
}

extension DateOrder {
  public var example: String {
    switch self {
    case .yearFirst: "2026-10-30"
    case .dayFirst: "30.10.2026"
    case .monthFirst: "10/30/2026"
    }
  }
}

extension ObjectConflict {
  /// The object and field of a sync conflict, for example `Note of the custom rate EUR/USD`.
  public var subject: String {
    switch (object.kind, field) {
    case (.saved, _): return tr("Title of a saved calculation")
    case (.ownRate, let field):
      let pair = (object["rate"] ?? "").split(separator: " ").prefix(2).joined(separator: "/")
      switch field {
      case "note": return tr("Note of the custom rate {pair}", ["pair": pair])
      case "expires": return tr("Last day of the custom rate {pair}", ["pair": pair])
      default: return tr("Custom rate {pair}", ["pair": pair])
      }
    default: return tr("Setting “{name}”", ["name": object["name"] ?? ""])
    }
  }

  public func text(of value: String, _ format: NumberFormat) -> String {
    let parts = value.split(separator: " ")
    guard object.kind == .ownRate, field == "rate", parts.count == 3, let rate = Rational(fraction: parts[2]) else {
      return value.isEmpty ? tr("nothing") : value
    }
    // Translators: a rate, as in "1 EUR = 1.1172 USD".
    return tr(
      "1 {from} = {rate} {to}",
      ["from": String(parts[0]), "rate": format.exactText(rate, significant: 12), "to": String(parts[1])])
  }

  public func sentence(_ format: NumberFormat) -> String {
    tr(
      "{subject} was changed on two computers. The value in use is {kept}. The other value is {other}.",
      ["subject": subject, "kept": text(of: kept, format), "other": text(of: other, format)])
  }
}

extension RateAlert {
  public func sentence(_ format: NumberFormat) -> String {
    var parts = ["pair": "\(from)/\(to)"]
    switch condition {
    case .above(let value):
      parts["rate"] = format.exactText(value)
      return tr("{pair} is {rate} or more", parts)
    case .below(let value):
      parts["rate"] = format.exactText(value)
      return tr("{pair} is {rate} or less", parts)
    case .changed(let percent, let days):
      parts["percent"] = format.exactText(percent) + "\u{A0}%"
      return trn("{pair} moved by {percent} in {n} day", "{pair} moved by {percent} in {n} days", days, parts)
    case .high(let days):
      return trn(
        "{pair} is at its highest in {n} day", "{pair} is at its highest in {n} days", days, parts)
    case .low(let days):
      return trn("{pair} is at its lowest in {n} day", "{pair} is at its lowest in {n} days", days, parts)
    }
  }

  public func message(metOn day: String, _ format: NumberFormat) -> String {
    // Translators: an alert and the day of the rate, as in "EUR/USD is 1.1 or more (rate of 30 October 2026)".
    tr("{alert} (rate of {day})", ["alert": sentence(format), "day": day])
  }

  public func rateLine(_ rate: Rational, _ format: NumberFormat) -> String {
    let places = rate.ratePlaces
    // Translators: a rate, as in "1 EUR = 1.1172 USD".
    return tr(
      "1 {from} = {rate} {to}", ["from": from.code, "rate": format.text(rate, places: places), "to": to.code])
  }
}

extension AlertBackground {
  /// The reason for running in the background. The desktop shows this reason when it asks the user for permission.
  public static var reason: String { tr("Kurs checks rates for your alerts.") }
}

public func sentence(tooOld needed: ReleaseNumber) -> String {
  tr(
    "This version of Kurs is too old for the account server. Update to {version} or later. Your changes stay on this computer until then.",
    ["version": needed.description])
}

public var brokenAnswer: String {
  tr("The account server's response is damaged. Try again, or contact the server's operator.")
}
