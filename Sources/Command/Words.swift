// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc
import KursCore

extension Failure {
  init(_ error: CommandFailure) {
    switch error {
    case .noHome: self.init(.usage, tr("HOME is not set; name a folder with --data-dir."))
    case .unknownCurrency(let code):
      self.init(
        .usage, tr("\"{code}\" is no currency that Kurs knows; \"kurs-cli currencies\" lists them.", ["code": code]))
    case .subunit(let text, let currency):
      self.init(
        .usage,
        tr("\"{text}\" is a part of {currency}. Use {currency} here.", ["text": text, "currency": currency.code]))
    case .unreadableAmount(let text): self.init(.usage, tr("\"{text}\" is not a number that fits here.", ["text": text]))
    case .emptyArgument: self.init(.usage, tr("An argument is empty."))
    case .unreadableDay(let text): self.init(.usage, tr("\"{text}\" is not a date; write it as 2026-10-30 or \"30 October 2026\".", ["text": text]))
    case .unknownPicture(let path): self.init(.usage, tr("{path} must end in .svg, .png or .csv.", ["path": path]))
    case .unknownSetting(let name):
      self.init(.usage, tr("There is no setting \"{name}\"; \"kurs-cli settings list\" lists them.", ["name": name]))
    case .unreadableSetting(let name, let value):
      self.init(.usage, tr("\"{text}\" is not a value of {name}.", ["text": value, "name": name]))
    case .noKey(let provider):
      self.init(
        .usage,
        tr(
          "{provider} wants a key: give it with --key-from-stdin, or store one in the window's settings.",
          ["provider": provider.name]))
    case .unreadableKey: self.init(.usage, tr("Standard input holds no key: letters, digits, -, _ and . alone."))
    case .noPassword: self.init(.usage, tr("No password was given."))
    case .noServer: self.init(.usage, tr("Name the account server with --server, or in the setting account-server."))
    case .teamFile:
      self.init(
        .usage,
        tr("Team rates come from the account server and from no file; its operator uploads one with \"kurs-server import-rates\"."))
    case .noTeam: self.init(.usage, tr("Team rates are for who is signed in; \"kurs-cli account sign-in\" does it."))
    case .unknownAccount(let email):
      self.init(
        .usage,
        tr("No account of \"{email}\" is known on this machine; \"kurs-cli account sign-in\" adds it.", ["email": email]))
    case .severalAccounts(let email, let ids):
      self.init(
        .usage,
        tr(
          "There are several accounts of \"{email}\". Name one by its id, or with --server: {ids}",
          ["email": email, "ids": ids.joined(separator: tr(", "))]))
    case .noCairo: self.init(.unreadable, tr("A PNG needs libcairo.so.2, which is not installed; .svg does not."))
    case .unreadableFile(let path): self.init(.unreadable, tr("{path} cannot be read.", ["path": path]))
    }
  }

  init(_ error: RateError) {
    switch error {
    case .missing(let currency, let provider, let day, let lastSeen, let elsewhere):
      var parts = ["provider": provider.name, "code": currency.code, "day": day.description]
      var sentence = tr("{provider} has no rate for {code} on {day}.", parts)
      if let lastSeen {
        parts["last"] = lastSeen.description
        sentence = tr("{provider} has no rate for {code} on {day}; its last one is of {last}.", parts)
      }
      let help = elsewhere.map {
        tr("{provider} has it: name it with --provider, or put it into the setting providers.", ["provider": $0.name])
      }
      self.init(.unavailable, [sentence, help].compactMap { $0 }.joined(separator: " "))
    case .outsideHistory(let day, let provider, _, _) where error.isOfDaysNeverFetched:
      self.init(
        .unavailable,
        tr(
          "No rates of {provider} for {day} are stored; \"kurs-cli refresh --provider {provider} --on {day}\" fetches them.",
          ["day": day.description, "provider": provider.name]))
    case .outsideHistory(let day, let provider, let first, let newest):
      self.init(
        .unavailable,
        tr(
          "There is no rate for {day}: the stored rates of {provider} go from {first} to {last}.",
          [
            "day": day.description, "provider": provider.name, "first": first.description, "last": newest.description,
          ]))
    case .notPrescribed(let day, let provider, let last):
      self.init(
        .unavailable,
        tr(
          "{provider} prescribes no rates for {day}; its last ones before that hold from {first} to {last}.",
          [
            "provider": provider.name, "day": day.description, "first": last.lowerBound.description,
            "last": last.upperBound.description,
          ]))
    case .notStored(let days, let count, let provider):
      let (first, last) = (days.lowerBound.description, days.upperBound.description)
      self.init(
        .unavailable,
        trn(
          "The rates of {provider} for {first} are not stored, and they decide which day counts; \"kurs-cli refresh --provider {provider} --on {days}\" fetches them.",
          "The rates of {provider} for {n} days from {first} to {last} are not stored, and they decide which day counts; \"kurs-cli refresh --provider {provider} --on {days}\" fetches them.",
          count,
          [
            "provider": provider.name, "first": first, "last": last, "days": count == 1 ? first : "\(first)..\(last)",
          ]))
    case .notPublished(let day, let provider):
      self.init(
        .unavailable,
        tr(
          "The rate that counts is not published yet: {provider} publishes it for {day}.",
          ["provider": provider.name, "day": day.description]))
    case .noRates(let provider):
      self.init(
        .unavailable,
        tr("No rates of {provider} are stored; \"kurs-cli refresh\" fetches them.", ["provider": provider.name]))
    case .unknownCurrency(let code): self.init(CommandFailure.unknownCurrency(code))
    }
  }

  init(_ error: StartFailure) {
    switch error {
    case .storage(let error): self.init(error)
    case .rates(let error): self.init(error)
    case .dataMissing(let name, let searched):
      self.init(
        .unreadable,
        tr("{name} was not found in {folders}.", ["name": name, "folders": searched.joined(separator: ", ")]))
    case .dataDamaged(let name):
      self.init(.badData, tr("The data file {name} of this installation is damaged.", ["name": name]))
    }
  }

  init(_ code: ExitCode, _ description: String) {
    self.init(code: code, description: description)
  }
}
