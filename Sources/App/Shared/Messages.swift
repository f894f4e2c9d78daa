// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursGtk
import KursModel
import KursWords
import KursWorkflow

// This file turns the core's errors into sentences. A new case of an error doesn't compile until it has a sentence.

func sentence(for problem: AmountProblem, _ words: Words) -> String {
  switch problem {
  case .empty: tr("Enter an amount.")
  case .unreadable(_, let reason) where reason.saysEnough: sentence(for: reason, words)
  case .unreadable(let position, _):
    tr("Can't read the amount. The problem begins at character {n}.", ["n": String(position + 1)])
  case .tooLong(let limit):
    trn("The amount is longer than {n} character.", "The amount is longer than {n} characters.", limit)
  }
}

func sentence(for error: RateError, _ words: Words) -> String {
  switch error {
  case .missing(let currency, _, _, let lastSeen, let elsewhere):
    if let elsewhere {
      tr("No rate for {code}, but {provider} has one", ["code": currency.code, "provider": publisher(of: elsewhere)])
    } else if let lastSeen {
      tr("No rate for {code} after {date}", ["code": currency.code, "date": words.date(lastSeen)])
    } else if [.metal, .crypto].contains(words.catalogue[currency]?.kind) {
      tr("No rate for {code}. Turn on CoinGecko under Settings → Providers.", ["code": currency.code])
    } else {
      tr("No rate for {code}", ["code": currency.code])
    }
  case .outsideHistory(let day, let provider, _, _) where error.isOfDaysNeverFetched:
    tr(
      "The rates of {provider} for {date} have not been fetched yet.",
      ["provider": publisher(of: provider), "date": words.date(day)])
  case .outsideHistory(let day, _, let first, let newest):
    tr(
      "No rates on {date}. Stored rates are from {first} to {last}. Choose a date in this period.",
      ["date": words.date(day), "first": words.date(first), "last": words.date(newest)])
  case .notPrescribed(let day, let provider, let last):
    tr(
      "{provider} has no rates for {date}. Its last rates are valid from {first} to {last}.",
      [
        "provider": publisher(of: provider), "date": words.date(day), "first": words.date(last.lowerBound),
        "last": words.date(last.upperBound),
      ])
  case .notStored(let days, let count, let provider):
    trn(
      "The rates of {provider} for {first} have not been fetched yet.",
      "The rates of {provider} for {n} days from {first} to {last} have not been fetched yet.", count,
      [
        "provider": publisher(of: provider), "first": words.date(days.lowerBound), "last": words.date(days.upperBound),
      ])
  case .notPublished(let day, let provider):
    tr(
      "{provider} has not published the rate for {date} yet.",
      ["provider": publisher(of: provider), "date": words.date(day)])
  case .noRates(let provider):
    tr("No rates of {provider} have been fetched yet.", ["provider": publisher(of: provider)])
  case .unknownCurrency(let code): tr("Unknown currency: {code}.", ["code": code])
  case .tooOld(let day, let provider, let age, _):
    trn(
      "The rate of {provider} is from {date}. It is {n} day old, more than your settings allow. Fetch newer rates.",
      "The rate of {provider} is from {date}. It is {n} days old, more than your settings allow. Fetch newer rates.",
      age,
      ["provider": publisher(of: provider), "date": words.date(day)])
  }
}

func publisher(of id: ProviderID) -> String {
  ProviderDefinition.all.first { $0.provider.id == id }?.provider.publisherName ?? id.name
}

func sentence(for failure: RatesFailure, _ words: Words) -> String {
  switch failure {
  case .rate(let error): sentence(for: error, words)
  case .storage(.littleRoom): littleRoom
  case .storage(.diskFull): tr("The disk is full, so new rates aren't saved. Free some space, then try again.")
  case .storage(.notWritable(let path)): sentence(forSaveError: .notWritable(path: path))
  case .storage(.busy(let path)):
    tr("Another program is using {path}. Close that program, then try again.", ["path": path])
  case .storage: tr("Can't read or save the rates. Check the disk, then start Kurs again.")
  case .document(let provider, let error): sentence(for: error, of: provider)
  case .unknownProvider(let name): tr("Unknown provider: {name}.", ["name": name])
  case .future(_, let day):
    tr(
      "The rates are dated {date}, which is in the future. Check this computer's clock.", ["date": words.date(day)])
  case .api(let provider, let error): sentence(for: error, of: provider)
  case .overdue(let provider, let since):
    tr(
      "New rates of {provider} have been overdue since {date}. The provider's address may have changed, so update Kurs.",
      ["provider": publisher(of: provider), "date": words.date(since)])
  case .fileNotReadable(let path): tr("Can't read {path}. Check its path and permissions.", ["path": path])
  case .partly(_, let failure): sentence(for: failure, words)
  case .damagedSeries(let id):
    tr(
      "Your rates “{name}” are damaged on the disk. Import the table or add the provider again.",
      ["name": id.name])
  }
}

private func sentence(for error: ItemError, of provider: ProviderID) -> String {
  var parts = ["provider": name(of: provider), "forms": ProviderDefinition.forms(of: provider)]
  switch error {
  case .foreign:
    return tr(
      "{provider} didn't send a list of rates. Expected: {forms}. Showing stored rates. Update Kurs, or try again later.",
      parts)
  case .page:
    return tr(
      "{provider} sent a web page instead of rates. Its address may have changed, so update Kurs. Showing stored rates.",
      parts)
  case .truncated, .damaged, .tooLarge, .empty:
    return tr(
      "The rates of {provider} are damaged or incomplete. Expected: {forms}. Showing stored rates. Try again later.",
      parts)
  case .unreadable(let place, _, let expected):
    parts.merge(["place": place, "expected": word(for: expected)]) { $1 }
    return tr(
      "Can't read the rates of {provider} at {place}. Expected: {expected}. Showing stored rates. Update Kurs, or try again later.",
      parts)
  case .refusedBySource(let word):
    parts["message"] = word
    return tr("{provider} refused the request: “{message}”. Showing stored rates. Try again later.", parts)
  }
}

private func name(of provider: ProviderID) -> String {
  ProviderDefinition.all.first { $0.provider.id == provider }?.provider.sourceName ?? provider.name
}

private func sentence(for error: APIError, of provider: ProviderID) -> String {
  let who = ["provider": name(of: provider)]
  return switch error {
  case .unreachable(.switchedOff): tr("Kurs is set to work offline. Showing stored rates.")
  case .unreachable(.security):
    tr(
      "Can't connect securely to {provider}. Showing stored rates. Check this computer's clock, or try again later.",
      who)
  case .unreachable(.redirectWithKey):
    tr(
      "{provider} redirects to another server. Kurs didn't send your key there. Check the provider's address. Showing stored rates.",
      who)
  case .unreachable(.proxy(let proxy, let status?)):
    tr(
      "The proxy {proxy} refused the connection (status {n}). Check your proxy settings. Showing stored rates.",
      ["proxy": proxy, "n": String(status)])
  case .unreachable(.proxy(let proxy, nil)):
    tr("Can't reach the proxy {proxy}. Check your proxy settings. Showing stored rates.", ["proxy": proxy])
  case .unreachable: tr("Can't reach {provider}. Check your connection, or try again later. Showing stored rates.", who)
  case .timedOut: tr("{provider} didn't respond in time. Showing stored rates. Try again later.", who)
  case .cancelled: tr("The update was cancelled.")
  case .tooManyRequests, .unavailable: tr("{provider} allows no requests right now. Try again later.", who)
  case .status(let status):
    tr(
      "The request to {provider} failed (status {n}). Showing stored rates. Try again later.",
      who.merging(["n": String(status)]) { $1 })
  case .tooLarge, .broken, .notJSON, .refused:
    tr("{provider} didn't send a list of rates. Showing stored rates. Try again later.", who)
  case .schemaMissing(let name): tr("The file {name} is missing. Install Kurs again.", ["name": name])
  case .unknownProvider(let name): tr("Unknown provider: {name}.", ["name": name])
  }
}

func sentence(for failure: StartFailure) -> String {
  switch failure {
  case .storage(.newer):
    tr("The stored data comes from a newer version of Kurs. Use that version. Nothing was changed.")
  case .storage(.notUpgraded(let path, let copy?)):
    tr(
      "Can't convert {path} to this version of Kurs. Keep using the earlier version. A copy was saved as {copy}",
      ["path": path, "copy": copy])
  case .storage(.notUpgraded(let path, nil)):
    tr(
      "Can't convert {path} to this version of Kurs. Keep using the earlier version.",
      ["path": path])
  case .storage(.writableByOthers(let path)):
    tr("Other users can write to {path}, so Kurs saves nothing there. Remove their permission.", ["path": path])
  case .storage(.busy(let path)):
    tr("Another program is using {path}. Close that program, then try again.", ["path": path])
  case .storage: tr("Can't read or write the data folder of Kurs. Check its permissions and the disk.")
  case .rates: tr("Can't read the rates that come with Kurs. Install Kurs again.")
  case .dataMissing(let name, _): tr("The file {name} is missing. Install Kurs again.", ["name": name])
  case .dataDamaged(let name): tr("The file {name} is damaged. Install Kurs again.", ["name": name])
  }
}

func sentence(for step: StartStep) -> String {
  switch step {
  case .openingStorage: tr("Opening stored rates…")
  case .importingRates: tr("Reading the history of rates…")
  case .restoringSession: tr("Restoring the last calculation…")
  }
}

func sentence(for reason: CalculationError.Reason, _ words: Words) -> String {
  sentence(
    for: reason, noAmount: tr("Enter an amount."),
    notANumber: tr("This is not a number in your language's format."),
    textTooLong: { _ in tr("The text is too long, so nothing was added. Shorten it.") },
    tooManyLines: {
      trn(
        "The text has more than {n} line, so nothing was added. Remove some lines.",
        "The text has more than {n} lines, so nothing was added. Remove some lines.",
        $0)
    },
    quoted: { $0 }, rate: { sentence(for: $0, words) })
}

/// Returns the short text that a line shows instead of its value because of this error.
func word(for reason: CalculationError.Reason) -> String {
  switch reason {
  case .rate: tr("no rate")
  case .missingOperand, .missingOperator, .unclosedBracket, .missingTarget, .noAmount: tr("unfinished")
  case .linesAboveFailed, .percentOfNothing: tr("no amount for the percentage")
  case .numberTooLarge, .textTooLong, .tooManyLines: tr("too long")
  case .currencyMissing: tr("no currency")
  case .unopenedBracket, .malformedNumber, .unexpectedCharacter, .unknownWord, .unclearWords, .undecidedCurrency,
    .secondCurrency, .invalidDate, .periodForDay, .unknownNumberForm, .dateForAmount, .phoneNumber, .amountRange,
    .severalAmounts, .unexpectedTarget, .unclearRate, .divisionByZero, .moneyTimesMoney, .numberDividedByMoney,
    .numberWithMoney, .currencyOnPercent:
    tr("error")
  }
}

extension CalculationError.Reason {
  /// Whether the sentence alone explains the error. Otherwise the window also marks the error's position in the text.
  var saysEnough: Bool {
    switch self {
    case .divisionByZero, .moneyTimesMoney, .numberDividedByMoney, .numberWithMoney, .percentOfNothing,
      .currencyOnPercent, .currencyMissing, .linesAboveFailed, .rate, .secondCurrency, .numberTooLarge,
      .unclosedBracket, .unopenedBracket, .unknownWord, .unclearWords, .undecidedCurrency, .invalidDate, .periodForDay,
      .dateForAmount, .phoneNumber, .amountRange, .severalAmounts, .unexpectedTarget, .unclearRate, .unknownNumberForm:
      true
    case .missingOperand, .missingOperator, .malformedNumber, .unexpectedCharacter, .missingTarget, .noAmount,
      .textTooLong, .tooManyLines:
      false
    }
  }
}

func sentence(for recovered: QuarantinedFile, _ words: Words) -> String {
  if recovered.file.hasSuffix("/rates.sqlite") {
    return tr("The stored rates were damaged. A copy was saved, and the rates were rebuilt.")
  }
  if recovered.path == nil, let copy = recovered.copy {
    return tr("Your saved data is missing. You can restore the copy of {date}.", ["date": words.date(copy)])
  }
  guard !recovered.lost.isEmpty else {
    if recovered.path == recovered.file {
      return tr("Your data file is damaged, but all data could be read. Export a backup.")
    }
    return tr("Your data file was damaged. All data was read and saved to a new file.")
  }
  let parts = UserPart.allCases.filter { recovered.lost.contains($0) }.map(name(of:)).joined(separator: tr(", "))
  guard let copy = recovered.copy else {
    return tr("Your data was damaged. Some of this data was lost: {parts}.", ["parts": parts])
  }
  return tr(
    "Your data was damaged. Some of this data was lost: {parts}. You can restore the copy of {date}.",
    ["parts": parts, "date": words.date(copy)])
}

private var littleRoom: String {
  tr("The disk is nearly full, so Kurs doesn't store older rates. Free some space for your own data.")
}

func sentence(forSaveError error: StorageError) -> String {
  switch error {
  case .diskFull: return tr("The disk is full. Nothing can be saved. Free some space, then start Kurs again.")
  case .littleRoom: return littleRoom
  default: break
  }
  return tr("Can't write to Kurs's data folder. Nothing can be saved. Check its permissions.")
}

func sentence(forUnsaved error: StorageError) -> String {
  switch error {
  case .diskFull: tr("The disk is full, so your last changes aren't saved. Free some space, then try again.")
  case .notReadable:
    tr("Can't read your last calculation, so changes aren't saved. Check the disk, then try again.")
  case .busy:
    tr("Another program uses your data, so your last changes aren't saved. Close that program, then try again.")
  default: tr("Can't write your last changes to the disk. Check the disk, then try again.")
  }
}

func sentence(for fault: ListFileFault, path: String) -> String {
  switch fault {
  case .notReadable:
    tr("Can't read {path}. Check its permissions and its size (at most 64 KiB of text).", ["path": path])
  case .noText(let row):
    tr("Line {row} of the file is not plain text. Nothing was changed. Choose another file.", ["row": String(row)])
  case .row(let row, let text):
    tr(
      "Can't read line {row} of the list file: “{text}”. Nothing was changed. Correct this line.",
      ["row": String(row), "text": text.harmless(limit: 60)])
  case .count(let declared, let found):
    tr(
      "The list file is damaged. It has {found} lines instead of {said}. Nothing was changed. Export the list again.",
      ["said": String(declared), "found": String(found)])
  case .later: tr("This list was saved by a newer version of Kurs. Update Kurs to open it.")
  }
}

extension Window {
  /// Explains in a dialog why an action was refused. A toast would cut off the sentence.
  func refuse(_ heading: String, _ sentence: String) {
    let question = Question(heading, sentence)
    question.add("close", tr("Close"))
    question.ask(above: self) { _ in }
  }
}

func sentence(for reason: RowFault.Reason, _ form: TableForm, _ words: Words) -> String {
  sentence(
    for: reason, form.dates,
    // The user can't type into a table row, so this sentence doesn't ask the user to type an amount.
    amount: { error, _ in
      error.reason == .noAmount ? tr("The amount is missing.") : sentence(for: error.reason, words)
    },
    rate: { sentence(for: $0, words) })
}

func sentence(forWindow fault: TableFault) -> String {
  if let shared = sentence(for: fault) { return shared }
  return switch fault {
  case .unclear(.amount, _): tr("Choose the amount column.")
  case .unclear(.rule, _): tr("Choose the rate date.")
  case .unclear(.day, _): tr("Choose the date column.")
  case .unclear(.from, _), .noCurrency: tr("Choose the currency column, or one currency for all amounts.")
  case .unclear(.to, _), .noTarget: tr("Choose a target currency.")
  case .noColumn(let name, let names):
    tr(
      "Unknown column \"{name}\". The table has: {columns}.",
      ["name": name, "columns": names.map { "\"\($0)\"" }.joined(separator: tr(", "))])
  case .noDay(let row, let column, let text):
    tr(
      "Row {row}, column {column}: {text} is not a date. Choose the date column, or choose the latest rates.",
      ["row": String(row), "column": "\"\(column)\"", "text": "\"\(text)\""])
  case .severalTables(let names), .noTable(_, let names):
    tr(
      "The file has several tables: {names}. Save one of them in a separate file.",
      ["names": names.map { "\"\($0)\"" }.joined(separator: tr(", "))])
  case .unreadable, .empty, .notText, .foreign, .noColumns, .rowTooLong, .openQuote, .tooManyCells: ""
  }
}

func sentence(for problem: TableProblem, _ words: Words) -> String {
  switch problem {
  case .table(let fault): sentence(forWindow: fault)
  case .rates(let failure): sentence(for: failure, words)
  case .file(let failure): sentence(for: failure)
  case .tooMuchToCopy(let bytes):
    tr("The table is too large to copy (more than {n} MiB). Save it instead.", ["n": String(bytes >> 20)])
  case .spreadsheet(.noConverter):
    tr("Install LibreOffice Calc to open spreadsheets, or save the sheet as CSV.")
  case .spreadsheet(.tooLong(let limit)):
    trn(
      "LibreOffice Calc did not read the file within {n} second. Save the sheet as CSV.",
      "LibreOffice Calc did not read the file within {n} seconds. Save the sheet as CSV.", Int(limit.components.seconds)
    )
  case .spreadsheet(.tooLarge(let bytes)):
    tr("The first sheet is larger than {n} MiB as CSV. Split it into smaller files.", ["n": String(bytes >> 20)])
  case .spreadsheet(.encrypted): tr("The file is protected with a password. Save it without a password.")
  case .spreadsheet(.refused): tr("LibreOffice Calc can't read this file. Save the sheet as CSV.")
  }
}
