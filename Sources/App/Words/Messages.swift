// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

// Facts from the core become sentences here and nowhere else; a new case does not compile until it has one.

/// Why an amount cannot be read.
func sentence(for problem: AmountProblem, _ words: Words) -> String {
  switch problem {
  case .empty: tr("Type an amount.")
  case .unreadable(_, let reason) where reason.saysEnough: sentence(for: reason, words)
  case .unreadable(let position, _): tr("Not a number from character {n} on.", ["n": String(position + 1)])
  case .tooLong(let limit):
    trn("The amount is longer than {n} character.", "The amount is longer than {n} characters.", limit)
  }
}

/// Why a currency cannot be converted.
func sentence(for error: RateError, _ words: Words) -> String {
  switch error {
  case .missing(let currency, _, _, let lastSeen, let elsewhere):
    if let elsewhere {
      tr("No rate for {code}; {provider} has it", ["code": currency.code, "provider": publisher(of: elsewhere)])
    } else if let lastSeen {
      tr("No rate for {code} since {date}", ["code": currency.code, "date": words.date(lastSeen)])
    } else if [.metal, .crypto].contains(words.catalogue[currency]?.kind) {
      tr("No rate for {code}. Switch on CoinGecko under Settings → Providers.", ["code": currency.code])
    } else {
      tr("No rate for {code}", ["code": currency.code])
    }
  case .outsideHistory(let day, let provider, _, _) where error.isOfDaysNeverFetched:
    tr(
      "The rates of {provider} for {date} are not here yet.",
      ["provider": publisher(of: provider), "date": words.date(day)])
  case .outsideHistory(let day, _, let first, let newest):
    tr(
      "No rates on {date}: they reach from {first} to {last}.",
      ["date": words.date(day), "first": words.date(first), "last": words.date(newest)])
  case .notPrescribed(let day, let provider, let last):
    tr(
      "{provider} prescribes no rates for {date}: its last ones hold from {first} to {last}.",
      [
        "provider": publisher(of: provider), "date": words.date(day), "first": words.date(last.lowerBound),
        "last": words.date(last.upperBound),
      ])
  case .notStored(let days, let count, let provider):
    trn(
      "The rates of {provider} for {first} are not here yet.",
      "The rates of {provider} for {n} days from {first} to {last} are not here yet.", count,
      [
        "provider": publisher(of: provider), "first": words.date(days.lowerBound), "last": words.date(days.upperBound),
      ])
  case .notPublished(let day, let provider):
    tr(
      "The rate that counts isn’t published yet: {provider} publishes it for {date}.",
      ["provider": publisher(of: provider), "date": words.date(day)])
  case .noRates(let provider):
    tr("There are no rates of {provider} yet.", ["provider": publisher(of: provider)])
  case .unknownCurrency(let code): tr("There is no currency {code}.", ["code": code])
  }
}

func publisher(of id: ProviderID) -> String {
  ProviderItems.all.first { $0.provider.id == id }?.provider.publisherName ?? id.name
}

/// Why rates could not be read, taken up or fetched.
func sentence(for failure: RatesFailure, _ words: Words) -> String {
  switch failure {
  case .rate(let error): sentence(for: error, words)
  case .storage: tr("The stored rates cannot be read.")
  case .document(let provider, let error): sentence(for: error, of: provider)
  case .unknownProvider(let name): tr("There is no provider {name}.", ["name": name])
  case .future(_, let day): tr("A file names rates of {date}, which has not come yet.", ["date": words.date(day)])
  case .api(let provider, let error): sentence(for: error, of: provider)
  case .overdue(let provider, let since):
    tr(
      "The rates of {provider} have been due since {date}, and its server has none. Its address may have moved.",
      ["provider": publisher(of: provider), "date": words.date(since)])
  case .fileNotReadable(let path): tr("The file {path} cannot be read.", ["path": path])
  }
}

/// Why what a provider sent was not taken: who, where, and what should have been there.
private func sentence(for error: ItemError, of provider: ProviderID) -> String {
  var parts = ["provider": name(of: provider), "forms": ProviderItems.forms(of: provider)]
  switch error {
  case .foreign:
    return tr("What {provider} sent is not a list of rates (expected: {forms}). Showing stored rates.", parts)
  case .truncated, .damaged, .tooLarge, .empty:
    return tr("What {provider} sent is damaged or incomplete (expected: {forms}). Showing stored rates.", parts)
  case .unreadable(let place, _, let expected):
    parts.merge(["place": place, "expected": word(for: expected)]) { $1 }
    return tr("What {provider} sent can't be read at {place} (expected: {expected}). Showing stored rates.", parts)
  case .refusedBySource(let word):
    parts["message"] = word
    return tr("{provider} refuses to give rates and says “{message}”. Showing stored rates.", parts)
  }
}

private func name(of provider: ProviderID) -> String {
  ProviderItems.all.first { $0.provider.id == provider }?.provider.sourceName ?? provider.name
}

/// Why a provider's answer cannot be had.
private func sentence(for error: APIError, of provider: ProviderID) -> String {
  let who = ["provider": name(of: provider)]
  return switch error {
  case .unreachable(.switchedOff): tr("Kurs is set to work offline. Showing stored rates.")
  case .unreachable(.security): tr("No secure connection to {provider} is possible. Showing stored rates.", who)
  case .unreachable(.redirectWithKey):
    tr("{provider} redirects to another server, which would get your key. Showing stored rates.", who)
  case .unreachable(.proxy(let proxy, let status?)):
    tr(
      "The proxy {proxy} refused the connection with status {n}. Showing stored rates.",
      ["proxy": proxy, "n": String(status)])
  case .unreachable(.proxy(let proxy, nil)): tr("Can't reach the proxy {proxy}. Showing stored rates.", ["proxy": proxy])
  case .unreachable: tr("Can't reach {provider}. Showing stored rates.", who)
  case .timedOut: tr("{provider} did not answer in time. Showing stored rates.", who)
  case .cancelled: tr("Fetching rates was cancelled.")
  case .tooManyRequests, .unavailable: tr("{provider} asks to wait before the next try.", who)
  case .status(let status):
    tr("{provider} answered with status {n}. Showing stored rates.", who.merging(["n": String(status)]) { $1 })
  case .tooLarge, .broken, .notJSON, .refused:
    tr("{provider} sent something that is not a list of rates. Showing stored rates.", who)
  case .schemaMissing(let name): tr("The file {name}, which comes with Kurs, is missing.", ["name": name])
  case .unknownProvider(let name): tr("There is no provider {name}.", ["name": name])
  }
}

/// Why Kurs cannot start.
func sentence(for failure: StartFailure) -> String {
  switch failure {
  case .storage(.newer): tr("The stored data was made by a newer Kurs. Use that one; nothing was changed.")
  case .storage(.notUpgraded(let path, let copy?)):
    tr(
      "{path} could not be changed for this version of Kurs. The earlier version can still use it. A copy: {copy}",
      ["path": path, "copy": copy])
  case .storage(.notUpgraded(let path, nil)):
    tr(
      "{path} could not be changed for this version of Kurs. The earlier version can still use it.",
      ["path": path])
  case .storage(.writableByOthers(let path)):
    tr("Others may write to the folder {path}, so Kurs keeps nothing there.", ["path": path])
  case .storage(.busy(let path)): tr("Another program uses {path}. Close it and try again.", ["path": path])
  case .storage: tr("The folder for the program's data cannot be used.")
  case .rates: tr("The rates that come with Kurs cannot be read.")
  case .dataMissing(let name, _): tr("The file {name}, which comes with Kurs, is missing.", ["name": name])
  case .dataDamaged(let name): tr("The file {name}, which comes with Kurs, is damaged.", ["name": name])
  }
}

func sentence(for step: StartStep) -> String {
  switch step {
  case .openingStorage: tr("Opening stored rates…")
  case .takingUpRates: tr("Reading the history of rates…")
  case .restoringSession: tr("Bringing back the last calculation…")
  }
}
