// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

/// Why a file describes no provider: the place in it, and what should stand there.
public func sentence(for fault: ProviderFileFault) -> String {
  let parts = ["place": fault.place.harmless(limit: 120), "expected": word(for: fault.expected)]
  return fault.place.isEmpty
    ? tr("This file describes no provider (expected: {expected}). Nothing was changed.", parts)
    : tr("The provider's file is wrong at {place} (expected: {expected}). Nothing was changed.", parts)
}

private func word(for expected: ProviderFileFault.Expected) -> String {
  switch expected {
  case .json: tr("JSON with the members that Kurs's handbook names")
  case .version: tr("the number 1")
  case .identifier: tr("small letters, digits and dashes, and no name of another provider")
  case .name: tr("a name of at most 80 characters")
  case .currency: tr("the code of a currency")
  case .address: tr("an address that begins with https://")
  case .path: tr("a path that begins with / and leads to no other server")
  case .placeholder: tr("days in brackets, such as {example}", ["example": "{from:yyyy-MM-dd}"])
  case .format: tr("json, xml or csv")
  case .place: tr("a place in the answer, such as /rates/* or #/date")
  case .column: tr("a column's name or number")
  case .dayForm: tr("a form of days such as dd.MM.yyyy, or unix")
  case .direction: tr("home-per-other or others-per-home")
  case .key: tr("query:NAME, header:NAME or path")
  case .number: tr("a whole number that is not too large")
  case .mark: tr("one of the marks that the handbook names")
  case .rhythm: tr("hourly, daily, working-days, monthly or irregularly")
  case .day: tr("a day such as 2026-10-30")
  case .known: tr("a member that Kurs knows")
  case .pair: tr("either a currency, or base and quote without a direction")
  case .shorter: tr("at most 65,536 bytes")
  }
}
