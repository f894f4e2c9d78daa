// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

// Facts from the core become sentences here and nowhere else; a new case does not compile until it has one.

/// Why an amount cannot be read.
func sentence(for problem: AmountProblem) -> String {
  switch problem {
  case .empty: tr("Type an amount.")
  case .unreadable(let position): tr("Not a number from character {n} on.", ["n": String(position + 1)])
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
  case .outsideHistory(let day, _, let first, let newest):
    tr(
      "No rates on {date}: they reach from {first} to {last}.",
      ["date": words.date(day), "first": words.date(first), "last": words.date(newest)])
  case .noRates: tr("There are no rates yet.")
  case .unknownCurrency(let code): tr("There is no currency {code}.", ["code": code])
  }
}

private func publisher(of id: ProviderID) -> String {
  ProviderItems.all.first { $0.provider.id == id }?.provider.publisher ?? id.name
}

/// Why rates could not be read, taken up or fetched.
func sentence(for failure: RatesFailure, _ words: Words) -> String {
  switch failure {
  case .rate(let error): sentence(for: error, words)
  case .storage: tr("The stored rates cannot be read.")
  case .document(let provider, let error): sentence(for: error, of: provider)
  case .unknownProvider(let name): tr("There is no provider {name}.", ["name": name])
  case .future(_, let day): tr("A file names rates of {date}, which has not come yet.", ["date": words.date(day)])
  case .api(let provider, let error):
    // Translators: who could not be asked, and why, as in "European Central Bank: There is no way to …".
    tr("{provider}: {reason}", ["provider": name(of: provider), "reason": sentence(for: error)])
  case .fileNotReadable(let path): tr("The file {path} cannot be read.", ["path": path])
  }
}

/// Why what a provider sent was not taken: who, where, and what should have been there.
private func sentence(for error: ItemError, of provider: ProviderID) -> String {
  let name = ["provider": name(of: provider)]
  func told(_ values: [String: String]) -> [String: String] { name.merging(values) { _, given in given } }
  return switch error {
  case .foreign, .truncated, .damaged, .tooLarge, .empty:
    tr("What {provider} sent is damaged or no list of rates; the stored rates stay.", name)
  case .unreadable(let place, _):
    tr("What {provider} sent has no rate, day or currency at {place}; the stored rates stay.", told(["place": place]))
  case .refusedBySource(let word):
    tr("{provider} gives out no rates and says “{message}”; the stored rates stay.", told(["message": word]))
  }
}

private func name(of provider: ProviderID) -> String {
  ProviderItems.all.first { $0.provider.id == provider }?.provider.attribution ?? provider.name
}

/// Why a server's answer cannot be had.
func sentence(for error: APIError) -> String {
  switch error {
  case .unreachable(.switchedOff): tr("The network is switched off in the settings; the stored rates stay.")
  case .unreachable(.security): tr("The secure connection to the provider failed; the stored rates stay.")
  case .unreachable: tr("There is no way to the provider's server; the stored rates stay.")
  case .timedOut: tr("The provider did not answer in time; the stored rates stay.")
  case .cancelled: tr("Fetching rates was cancelled.")
  case .tooManyRequests, .unavailable: tr("The provider asks to wait before the next try.")
  case .status(let status):
    tr("The provider answered with status {n}; the stored rates stay.", ["n": String(status)])
  case .tooLarge, .broken, .notJSON, .refused:
    tr("The provider sent something that is no list of rates; the stored rates stay.")
  case .schemaMissing(let name): tr("The file {name}, which comes with Kurs, is missing.", ["name": name])
  case .unknownProvider(let name): tr("There is no provider {name}.", ["name": name])
  }
}

/// Why Kurs cannot start.
func sentence(for failure: StartFailure) -> String {
  switch failure {
  case .storage: tr("The folder for the program's data cannot be used.")
  case .rates: tr("The rates that come with Kurs cannot be read.")
  case .dataMissing(let name, _): tr("The file {name}, which comes with Kurs, is missing.", ["name": name])
  case .dataDamaged(let name): tr("The file {name}, which comes with Kurs, is damaged.", ["name": name])
  }
}

/// What the start is doing.
func sentence(for step: StartStep) -> String {
  switch step {
  case .openingStorage: tr("Opening stored rates…")
  case .takingUpRates: tr("Reading the history of rates…")
  case .restoringSession: tr("Bringing back the last calculation…")
  }
}
